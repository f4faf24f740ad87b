import type { Host } from '../../node/host/host';
import type { AgentDesk } from '../agents/agentDesk';
import type { AgentQuestions } from '../agents/agentQuestions';
import type { AgentTerminals } from '../agents/agentTerminals';
import type { ChatServers } from '../chat/chatServers';
import type { NativeCopies } from '../chat/nativeCopies';
import type { ApprovalFlow } from '../consent/approvalFlow';
import type { ConsentFlow } from '../consent/consentFlow';
import type { OneQuestion } from '../consent/oneQuestion';
import type { Postponed } from '../consent/postponed';
import type { ServerDocuments } from '../documents/serverDocuments';
import type { FolderNotes } from '../folders/folderNotes';
import type { AnswerPicks } from '../inputs/answerPicks';
import type { InputFlow } from '../inputs/inputFlow';
import type { Logs } from '../logs';
import type { SignInFlow } from '../signIn/signInFlow';

/** What agents ask and run in this window, and what shows it. */
interface AgentFaces {
  readonly desk: AgentDesk;
  readonly questions: AgentQuestions;
  readonly terminals: AgentTerminals;
}

/** What the commands act on, once the host is open. */
export interface CommandContext {
  readonly host: Host;
  readonly approval: ApprovalFlow;
  readonly consent: ConsentFlow;
  readonly inputs: InputFlow;
  readonly answers: AnswerPicks;
  readonly signIn: SignInFlow;
  readonly chat: ChatServers;
  readonly natives: NativeCopies;
  readonly postponed: Postponed;
  readonly questions: OneQuestion;
  readonly agents: AgentFaces;
  readonly documents: ServerDocuments;
  readonly notes: FolderNotes;
  readonly logs: Logs;
}

/** Runs a command on the open host; the first one opens it. */
export type WithHost = (
  run: (context: CommandContext, argument: unknown) => Promise<void> | void,
) => (argument: unknown) => Promise<void>;
