/** What reads JSON with comments: in a bundle of its own, since few windows need it. */
export { definitionSpan } from '../../core/servers/definitionSpan';
export { nativeFiles, readNativeServers } from '../chat/nativeConfigurations';
