import { QuickInputButtons, QuickPickItemKind, ThemeIcon } from 'vscode';
import { initialValues, missing } from '../../core/elicitation/fieldValue';
import type { Field, FieldValue, Form } from '../../core/elicitation/form';
import type { AskingServer } from '../../core/features/askingServer';
import type { FormAnswer } from '../../core/features/hostFeatures';
import { askQuestion, type AnswerItem } from '../questions/questionPick';
import { called, lineText, promptText } from '../questions/serverTexts';
import { askField, type FieldStep } from './fieldSteps';
import { valueText } from './valueText';

const warning = 'Enter no passwords and no keys: the server reads what you send.';

/**
 * Asks what a server wants to know: first whether to answer at all, then field by field, and at last shows everything
 * before it is sent (MCP 2025-11-25, client/elicitation, user interaction model).
 */
export async function fillForm(server: AskingServer, form: Form, signal: AbortSignal): Promise<FormAnswer> {
  const begin = await askQuestion(beginning(server, form), signal);
  if (begin !== 'answer') return { action: begin ?? 'cancel' };
  const values = new Map(initialValues(form.fields));
  const left = await fillAll(server, form, values, signal);
  if (left === 'before the first') return fillForm(server, form, signal);
  if (left === 'left') return { action: 'cancel' };
  for (;;) {
    const next = await askQuestion(review(server, form, values), signal);
    if (next === undefined) return { action: 'cancel' };
    if (next === 'decline') return { action: 'decline' };
    if (next === 'send') return { action: 'accept', values };
    if ((await fillOne(server, form, next.field, values, signal)) === 'left') return { action: 'cancel' };
  }
}

/** Asks every field; Back goes to the one before. */
async function fillAll(
  server: AskingServer,
  form: Form,
  values: Map<string, FieldValue>,
  signal: AbortSignal,
): Promise<'done' | 'left' | 'before the first'> {
  for (let at = 0; at < form.fields.length;) {
    const done = await fillOne(server, form, at, values, signal);
    if (done === 'left') return 'left';
    if (done === 'back' && at === 0) return 'before the first';
    at += done === 'back' ? -1 : 1;
  }
  return 'done';
}

async function fillOne(
  server: AskingServer,
  { fields }: Form,
  at: number,
  values: Map<string, FieldValue>,
  signal: AbortSignal,
): Promise<'done' | 'left' | 'back'> {
  const field = fields[at];
  if (field === undefined) return 'done';
  const step: FieldStep = {
    title: `${called(server)} asks you: ${lineText(field.title, 60)}`,
    at: at + 1,
    of: fields.length,
    present: values.get(field.key),
  };
  const answer = await askField(field, step, signal);
  if (answer === undefined) return 'left';
  if (answer === 'back') return 'back';
  if (answer === 'leave out') values.delete(field.key);
  else values.set(field.key, answer.value);
  return 'done';
}

function beginning(
  server: AskingServer,
  { message, fields }: Form,
): Parameters<typeof askQuestion<'answer' | 'decline'>>[0] {
  const asked = fields.map((field) => lineText(field.title, 40)).join(', ');
  return {
    title: `${called(server)} asks you`,
    prompt: promptText(message),
    placeholder: warning,
    items: [
      {
        answer: 'answer',
        label: 'Answer…',
        detail: fields.length === 0 ? 'A yes is asked for.' : `Asked for: ${lineText(asked, 200)}`,
        iconPath: new ThemeIcon('edit'),
      },
      {
        answer: 'decline',
        label: 'Decline',
        detail: 'The server is told that you do not answer.',
        iconPath: new ThemeIcon('circle-slash'),
      },
    ],
  };
}

type Reviewed = 'send' | 'decline' | { readonly field: number };

function review(
  server: AskingServer,
  { fields }: Form,
  values: ReadonlyMap<string, FieldValue>,
): Parameters<typeof askQuestion<Reviewed>>[0] {
  const lacking = missing(fields, values);
  const send: AnswerItem<Reviewed> =
    lacking === undefined
      ? {
          answer: 'send',
          label: `Send to ${called(server)}`,
          detail: fields.length === 0 ? 'A yes is sent.' : 'Exactly what stands below.',
          iconPath: new ThemeIcon('send'),
        }
      : {
          answer: { field: fields.indexOf(lacking) },
          label: 'Something is missing',
          detail: `“${lineText(lacking.title, 60)}” is needed.`,
          iconPath: new ThemeIcon('warning'),
        };
  return {
    title: `Send this to ${called(server)}?`,
    placeholder: warning,
    items: [
      send,
      {
        answer: 'decline',
        label: 'Decline',
        detail: 'Nothing is sent. The server is told that you do not answer.',
        iconPath: new ThemeIcon('circle-slash'),
      },
      ...(fields.length === 0 ? [] : [{ label: 'Your answers', kind: QuickPickItemKind.Separator }]),
      ...fields.map((field, at): AnswerItem<Reviewed> => ({
        answer: { field: at },
        label: lineText(field.title, 80),
        description: shown(field, values.get(field.key)),
        iconPath: new ThemeIcon('edit'),
      })),
    ],
    ...(fields.length > 0 && {
      buttons: [{ button: QuickInputButtons.Back, answer: { field: fields.length - 1 } }],
    }),
  };
}

function shown(field: Field, value: FieldValue | undefined): string {
  return value === undefined ? 'left out' : lineText(valueText(field, value), 200);
}
