import { whoSentence, whySentence } from '../../src/core/record/accessSentence';
import type { Candidate } from '../../src/core/roots/candidate';
import type { ConsentService } from '../../src/node/host/consentService';
import type { Host } from '../../src/node/host/host';
import { grantees, accessCase } from '../../src/node/host/accessCase';
import { accessReport } from '../../src/node/host/accessReport';
import { readFolder } from './folderArgument';

const moment = (at: number) => new Date(at).toISOString();

/** Who can see what, and what the record has: the commands that change nothing. @param rest what stands behind the word */
export async function answerOf(
  command: 'why' | 'who' | 'report' | 'record',
  rest: string,
  host: Host,
): Promise<object> {
  switch (command) {
    case 'why': {
      const server = host.supervisor.defined.all.find(({ name }) => rest.startsWith(`${name} `));
      if (server === undefined) throw new Error(`There is no such server: ${rest}`);
      const folder = candidateOf(rest.slice(server.name.length).trim(), host.consent);
      return { sentence: whySentence(accessCase(host, server, folder), moment) };
    }
    case 'who': {
      const folder = candidateOf(rest, host.consent);
      const cases = grantees(host).map((server) => accessCase(host, server, folder));
      return { sentence: whoSentence(folder.name, cases, moment) };
    }
    case 'report':
      return { report: accessReport(host, await host.supervisor.record.read(), moment) };
    case 'record': {
      host.supervisor.disclosures.settle();
      const { entries, ended, passedOver } = await host.supervisor.record.read();
      return { entries, ended: [...ended], passedOver, window: host.supervisor.record.window };
    }
  }
}

function candidateOf(text: string, { catalog }: ConsentService): Candidate {
  const folder = readFolder(text);
  const found = catalog.candidates.find(({ path, uri }) => path === folder || uri === folder);
  if (found === undefined) throw new Error(`${folder} is no candidate.`);
  return found;
}
