/** Every command of the manifest; a test holds the two against each other. */
export const commandIds = [
  'mcpRoots.enableSharing',
  'mcpRoots.disableSharing',
  'mcpRoots.toggleFolder',
  'mcpRoots.reviewConsents',
  'mcpRoots.revokeServer',
  'mcpRoots.revokeAgent',
  'mcpRoots.revokeFolder',
  'mcpRoots.revokeAll',
  'mcpRoots.undoRevokeAll',
  'mcpRoots.startServer',
  'mcpRoots.startAllServers',
  'mcpRoots.stopServer',
  'mcpRoots.restartServer',
  'mcpRoots.startAgent',
  'mcpRoots.stopAgent',
  'mcpRoots.answerAgents',
  'mcpRoots.restartAgent',
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
  'mcpRoots.signInToAgent',
  'mcpRoots.signOutOfAgent',
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
  'mcpRoots.showServerLog',
  'mcpRoots.showServerView',
  'mcpRoots.showTold',
  'mcpRoots.showAgentLog',
  'mcpRoots.showAgentView',
  'mcpRoots.showAgentTold',
  'mcpRoots.showToolChanges',
  'mcpRoots.whyCannotSee',
  'mcpRoots.whyAgentCannotSee',
  'mcpRoots.whoCanSee',
  'mcpRoots.reportSight',
  'mcpRoots.showDefinition',
  'mcpRoots.openDefinition',
  'mcpRoots.showAgentDefinition',
  'mcpRoots.openAgentDefinition',
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

/** Every context key that a `when` or `enablement` of the manifest reads. */
export const contextKeys = [
  'mcpRoots.ready',
  'mcpRoots.sharingIsOn',
  'mcpRoots.groupedByFolder',
  'mcpRoots.noServers',
  'mcpRoots.noAgents',
  'mcpRoots.nothingDefined',
  'mcpRoots.noFolders',
  'mcpRoots.noAddedFolders',
  'mcpRoots.noDecisions',
  'mcpRoots.canUndoRevokeAll',
  'mcpRoots.nothingToStart',
  'mcpRoots.nothingToStop',
  'mcpRoots.noAgentToStart',
  'mcpRoots.noAgentToStop',
  'mcpRoots.noSessions',
  'mcpRoots.toolsHaveChanged',
  'mcpRoots.nothingToApprove',
  'mcpRoots.nothingApproved',
  'mcpRoots.noClients',
  'mcpRoots.noTrustedTools',
  'mcpRoots.noNativeCopies',
  'mcpRoots.noAddresses',
  'mcpRoots.noInputs',
] as const;

export type ContextKey = (typeof contextKeys)[number];

export const viewId = 'mcpRoots.tree';

/** The provider of servers for VS Code's chat. */
export const chatProviderId = 'mcp-roots';

/** The participant of chat that is an agent. */
export const chatAgentId = 'mcp-roots.agent';

/** The language-model tool that the user writes as `#roots`. */
export const rootsToolName = 'mcpRoots_folders';
