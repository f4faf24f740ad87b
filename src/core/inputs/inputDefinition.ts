/** One of the answers that can be chosen. */
interface InputOption {
  readonly label: string;
  readonly value: string;
}

/** A value that the user enters at a start, as described in `mcpRoots.inputs`; `${input:id}` is replaced by it. */
export type InputDefinition =
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly description: string | undefined;
      readonly default: string | undefined;
      /** It is hidden while it is typed. */
      readonly password: boolean;
    }
  | {
      readonly kind: 'pick';
      readonly id: string;
      readonly description: string | undefined;
      readonly default: string | undefined;
      readonly options: readonly InputOption[];
    };

/** The name of an input for the user: its description, else its id. */
export function inputTitle({ id, description }: InputDefinition): string {
  return description === undefined || description.trim() === '' ? id : description;
}

/** Is this a valid answer? An empty text is, for an input that takes text. */
export function isAnswer(input: InputDefinition, value: string): boolean {
  return input.kind === 'text' || input.options.some((option) => option.value === value);
}
