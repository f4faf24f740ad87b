/** Every command of the manifest; a test compares the two. */
export const commandIds = [
  'mcpRoots.enableSharing',
  'mcpRoots.disableSharing',
  'mcpRoots.toggleFolder',
  'mcpRoots.manageAccess',
  'mcpRoots.revokeAccess',
  'mcpRoots.revokeFolder',
  'mcpRoots.revokeAll',
  'mcpRoots.undoRevokeAll',
  'mcpRoots.start',
  'mcpRoots.startAllServers',
  'mcpRoots.manage',
  'mcpRoots.stop',
  'mcpRoots.restart',
  'mcpRoots.answerAgents',
  'mcpRoots.serversForAgent',
  'mcpRoots.newSession',
  'mcpRoots.openSession',
  'mcpRoots.resumeLastSession',
  'mcpRoots.tellSession',
  'mcpRoots.forkSession',
  'mcpRoots.stopTurn',
  'mcpRoots.closeSession',
  'mcpRoots.renameSession',
  'mcpRoots.forgetSession',
  'mcpRoots.choosePrimary',
  'mcpRoots.reviewDefinition',
  'mcpRoots.reviewStopped',
  'mcpRoots.takeBackApproval',
  'mcpRoots.changeAnswers',
  'mcpRoots.forgetAnswers',
  'mcpRoots.signIn',
  'mcpRoots.signOut',
  'mcpRoots.callTool',
  'mcpRoots.trustTools',
  'mcpRoots.doNotTrustTools',
  'mcpRoots.usePrompt',
  'mcpRoots.openResource',
  'mcpRoots.showInstructions',
  'mcpRoots.openPart',
  'mcpRoots.saveContent',
  'mcpRoots.saveResource',
  'mcpRoots.openInChat',
  'mcpRoots.copyMessages',
  'mcpRoots.addFolder',
  'mcpRoots.suggestFolders',
  'mcpRoots.addFile',
  'mcpRoots.addAddress',
  'mcpRoots.removeFolder',
  'mcpRoots.renameFolder',
  'mcpRoots.addServer',
  'mcpRoots.addAgent',
  'mcpRoots.importServers',
  'mcpRoots.exportServers',
  'mcpRoots.showLog',
  'mcpRoots.showLogOf',
  'mcpRoots.showAccess',
  'mcpRoots.showHistory',
  'mcpRoots.showToolChanges',
  'mcpRoots.explainAccess',
  'mcpRoots.whoCanSee',
  'mcpRoots.showReport',
  'mcpRoots.showDefinition',
  'mcpRoots.openDefinition',
  'mcpRoots.useInChat',
  'mcpRoots.doNotUseInChat',
  'mcpRoots.turnOffNativeCopy',
  'mcpRoots.useFromClient',
  'mcpRoots.removeClient',
  'mcpRoots.chooseSampling',
  'mcpRoots.chooseQuestions',
  'mcpRoots.chooseLogLevel',
  'mcpRoots.groupByFolder',
  'mcpRoots.groupByServer',
  'mcpRoots.openConversation',
  'mcpRoots.openConversationInChat',
  'mcpRoots.openConversationInTerminal',
  'mcpRoots.agentCommands',
  'mcpRoots.agentOptions',
  'mcpRoots.openAgentPart',
  'mcpRoots.chooseAgentAnswer',
] as const;

export type CommandId = (typeof commandIds)[number];

/** Every setting of the manifest, without its section. */
export const settingIds = [
  'servers',
  'agents',
  'inputs',
  'explorer.enabled',
  'autostart',
  'askWhenFolderAdded',
  'initializeTimeout',
  'requestTimeout',
  'requestTimeoutMaximum',
  'stopGrace',
  'idleTimeout',
  'messageLimit',
  'samplingMaxTokens',
  'forkSessions',
] as const;

export type SettingId = (typeof settingIds)[number];

/** The section of all settings. */
export const section = 'mcpRoots';

/** Every word that the `viewItem` of a line in the tree can have, for each `when` of the manifest. */
export const lineWords = [
  'added',
  'address',
  'agent',
  'approved',
  'asksInputs',
  'busy',
  'changed',
  'client',
  'configured',
  'consents',
  'earlier',
  'faulty',
  'folder',
  'forks',
  'idle',
  'instructed',
  'inStep',
  'lapsed',
  'logs',
  'mustSignIn',
  'native',
  'ofAgent',
  'offers',
  'pair',
  'prepared',
  'prompt',
  'prompts',
  'ready',
  'resource',
  'resources',
  'resumes',
  'server',
  'session',
  'signsIn',
  'signsOut',
  'startable',
  'stoppable',
  'stopped',
  'template',
  'tool',
  'tools',
  'toolsChanged',
  'trustable',
  'trusted',
  'unapproved',
  'usableInChat',
  'usedInChat',
] as const;

export type LineWord = (typeof lineWords)[number];

/**
 * Every context key that a `when` or `enablement` of the manifest reads. All say that there is something, so that a key
 * that is not known yet offers nothing.
 */
export const contextKeys = [
  'mcpRoots.ready',
  'mcpRoots.sharingIsOn',
  'mcpRoots.groupedByFolder',
  'mcpRoots.hasServers',
  'mcpRoots.hasAgents',
  'mcpRoots.hasDefinitions',
  'mcpRoots.hasFolders',
  'mcpRoots.hasAddedFolders',
  'mcpRoots.hasDecisions',
  'mcpRoots.canUndoRevokeAll',
  'mcpRoots.canStart',
  'mcpRoots.canStartServers',
  'mcpRoots.serverRuns',
  'mcpRoots.agentRuns',
  'mcpRoots.hasSessions',
  'mcpRoots.toolsHaveChanged',
  'mcpRoots.needsApproval',
  'mcpRoots.hasApproved',
  'mcpRoots.hasClients',
  'mcpRoots.trustsTools',
  'mcpRoots.hasNativeCopies',
  'mcpRoots.hasUrls',
  'mcpRoots.hasInputs',
] as const;

export type ContextKey = (typeof contextKeys)[number];

export const viewId = 'mcpRoots.tree';

/** The id of the provider of servers for VS Code's chat. */
export const chatProviderId = 'mcp-roots';

/** The id of the participant `@agent` of VS Code's chat. */
export const chatAgentId = 'mcp-roots.agent';

/** The name of the language-model tool that the user writes as `#roots`. */
export const rootsToolName = 'mcpRoots_folders';
