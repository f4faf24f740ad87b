import type { ExtensionContext, TreeView } from 'vscode';
import type { Lifetime } from '../core/lifecycle';
import { AgentDesk } from './agents/agentDesk';
import { AgentQuestions } from './agents/agentQuestions';
import { AgentTerminals } from './agents/agentTerminals';
import { OpenDocuments } from './agents/openDocuments';
import { noticeSessions } from './agents/sessionNotices';
import { autostart } from './autostart';
import { ChatServers } from './chat/chatServers';
import { NativeCopies } from './chat/nativeCopies';
import type { CommandContext } from './commands/commandContext';
import { ApprovalFlow } from './consent/approvalFlow';
import { ConsentFlow } from './consent/consentFlow';
import { OneQuestion } from './consent/oneQuestion';
import type { Postponed } from './consent/postponed';
import { followHost, type ContextKeys } from './contextKeys';
import { eventText, timesText } from './documents/eventText';
import { ServerDocuments } from './documents/serverDocuments';
import { laterQuestions } from './questions/laterQuestions';
import { followWorkspace } from './followWorkspace';
import type { FolderNotes } from './folders/folderNotes';
import { followNativeCopies } from './chat/followNativeCopies';
import { AnswerPicks } from './inputs/answerPicks';
import { InputFlow } from './inputs/inputFlow';
import type { Logs } from './logs';
import { openHost } from './openHost';
import { report } from './registerCommand';
import { showPausedSharing } from './sharingStatus';
import { BrowserAnswers } from './signIn/browserAnswers';
import { SignInFlow } from './signIn/signInFlow';
import { noticeStore } from './storeNotices';
import { followTreeView } from './tree/followTreeView';
import type { Node } from './tree/nodes';
import type { RootsTree } from './tree/rootsTree';
import { noticeUnapprovedStops } from './unapprovedNotice';
import { noticeUntold } from './untoldNotice';
import { watchWaitingFolders } from './waitingFolders';

/** What the editor has before the host is open. */
export interface EditorParts {
  readonly context: ExtensionContext;
  readonly logs: Logs;
  readonly notes: FolderNotes;
  readonly postponed: Postponed;
  readonly keys: ContextKeys;
}

/**
 * Opens the host and wires it to the editor. This file is loaded only then: before, most of what the extension can do
 * is not needed.
 * @param own ends the host and everything wired here
 * @throws {UserError} when what is kept cannot be used
 */
export async function openInEditor(
  { context, logs, notes, postponed, keys }: EditorParts,
  shownIn: { readonly view: TreeView<Node>; readonly tree: RootsTree } | undefined,
  own: Lifetime,
): Promise<CommandContext> {
  const questions = new OneQuestion();
  const features = laterQuestions(questions, logs.extension, own);
  const fail = (error: unknown) => report(error, logs.extension);
  const desk = own.add(new AgentDesk());
  const agents = {
    openTexts: own.add(new OpenDocuments()),
    askPermission: desk.permissions.ask,
    askCommand: desk.commands.ask,
    showProgram: desk.showProgram,
  };
  const host = own.add(await openHost(context, logs, { features, agents }));
  const documents = own.add(new ServerDocuments(host, postponed));
  const agentQuestions = own.add(
    new AgentQuestions(desk, { agents: host.supervisor.agents, questions, documents }, fail),
  );
  const agentTerminals = own.add(new AgentTerminals(desk, fail));
  const showDefinition: ConstructorParameters<typeof ConsentFlow>[0]['showDefinition'] = (servers) => {
    void documents.showDefinition(servers, true).catch(fail);
  };
  const approval = new ApprovalFlow({
    host,
    documents,
    questions,
    runInPrimaryRoot: async ({ definition }) => {
      const { runInPrimaryRoot } = await import('./seldomUsed.js');
      return runInPrimaryRoot(definition, documents, fail);
    },
  });
  const consent = new ConsentFlow({ host, postponed, showDefinition, questions });
  const inputs = new InputFlow(host.consent.answers, questions);
  const answers = new AnswerPicks(host);
  const signIn = new SignInFlow(host, own.add(new BrowserAnswers(context.extension.id)));
  own.add(await followWorkspace(host, notes, fail));
  // Other clients are served only after that: withdrawals that the last host could not save hold for them too.
  void host.supervisor.ranBefore.then(() => host.clients.serve());
  own.add(followHost(keys, host));
  if (shownIn !== undefined) {
    const { view, tree } = shownIn;
    own.add(followTreeView(view, tree, { host, fail }));
    own.add(watchWaitingFolders(host, postponed, view, { consent, desk, keys }, fail));
  }
  own.add(
    host.supervisor.disclosures.onDidRecord(({ serverId, server, what }) => {
      const log = serverId === '' ? logs.extension : logs.of({ id: serverId, name: server });
      log.info(eventText(what));
    }),
  );
  own.add(
    host.supervisor.disclosures.onDidRepeat((entry) => {
      const log = logs.of({ id: entry.serverId, name: entry.server });
      log.info(`${eventText(entry.what)}${timesText(entry)}`);
    }),
  );
  if (host.consent.keyKeptIn === 'file') {
    logs.extension.info(
      'The key that signs decisions is kept in a file, because secrets do not last here. That the whole storage folder is restored to an earlier state cannot be noticed.',
    );
  }
  const chat = new ChatServers(host, context);
  const natives = own.add(new NativeCopies(context, host.clients.bridge.shim));
  own.add(followNativeCopies(natives, { host, keys, tree: shownIn?.tree }));
  const commandContext = {
    host,
    approval,
    consent,
    inputs,
    answers,
    signIn,
    chat,
    natives,
    postponed,
    questions,
    agents: { desk, questions: agentQuestions, terminals: agentTerminals },
    documents,
    notes,
    logs,
  };
  own.add(showPausedSharing(host.consent.sharingState));
  own.add(noticeUnapprovedStops(host, logs.extension));
  own.add(noticeUntold(host.supervisor));
  own.add(noticeStore(host, fail));
  own.add(noticeSessions(host, fail));
  void autostart(host, logs.extension).catch(fail);
  return commandContext;
}
