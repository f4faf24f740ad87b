import { Session, type Debugger, type InspectorNotification } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** The files of all scripts and modules that this process has loaded: the cache of `require` knows no ES modules. */
export function loadedScripts(): readonly string[] {
  const files: string[] = [];
  const session = new Session();
  session.connect();
  try {
    session.on(
      'Debugger.scriptParsed',
      ({ params }: InspectorNotification<Debugger.ScriptParsedEventDataType>) => {
        if (params.url.startsWith('file:')) files.push(fileURLToPath(params.url));
      },
    );
    // Tells of each script that is there already, before it returns.
    session.post('Debugger.enable');
  } finally {
    session.disconnect();
  }
  return files;
}
