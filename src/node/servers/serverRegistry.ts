import { DefinitionRegistry } from './definitionRegistry';
import type { ServerDeps } from './serverDeps';
import { ManagedServer } from './managedServer';

/** Every configured server, in the order of the settings. */
export class ServerRegistry extends DefinitionRegistry<ManagedServer> {
  constructor(around: ServerDeps) {
    super('server', (definition) => new ManagedServer(definition, around));
  }
}
