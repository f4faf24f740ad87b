/** What reads JSON with comments: loaded when it is first needed, since few windows need it. */
export { definitionSpan } from '../../core/servers/definitionSpan';
export { nativeFiles, readNativeServers } from '../chat/nativeConfigurations';
