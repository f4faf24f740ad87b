/** One of the answers that a pick offers. */
interface InputOption {
  readonly label: string;
  readonly value: string;
}

/** A value that the user gives at a start, as `mcpRoots.inputs` describes it; `${input:id}` stands for it. */
export type InputDefinition =
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly description: string | undefined;
      readonly default: string | undefined;
      /** Typed masked. */
      readonly password: boolean;
    }
  | {
      readonly kind: 'pick';
      readonly id: string;
      readonly description: string | undefined;
      readonly default: string | undefined;
      readonly options: readonly InputOption[];
    };

/** What an answer is called where it is asked for or missing: what the input says of itself, else its id. */
export function inputTitle({ id, description }: InputDefinition): string {
  return description === undefined || description.trim() === '' ? id : description;
}

/** May this be the answer? An empty text may: the user wrote it. */
export function isAnswer(input: InputDefinition, value: string): boolean {
  return input.kind === 'text' || input.options.some((option) => option.value === value);
}
