import { faultsIn } from '../fault';

/** What a change does to something that runs (rules 7 and 17). */
export const runningFaults = [
  ...faultsIn('core/running/runPolicy.ts', [
    {
      breaks: 'a process that knows a withdrawn folder is replaced',
      is: "if (narrowing === 'withdrawn' && restarts)",
      becomes: "if (narrowing === 'withdrawn' && !restarts)",
    },
    {
      breaks: 'a process whose list became empty is replaced',
      is: "if (narrowing === 'emptied' && restarts)",
      becomes: "if (narrowing === 'emptied' && !restarts)",
    },
    {
      breaks: 'a process that knows a folder that left is told',
      is: "if (narrowing !== 'none') return { do: 'notify' };",
      becomes: '',
    },
    {
      breaks: 'a process that keeps its old list is replaced',
      is: 'if (asked !== undefined && restarts)',
      becomes: 'if (asked !== undefined && !restarts)',
    },
    {
      breaks: 'nothing runs in a workspace that is not trusted',
      is: "  if (workspace !== undefined) return 'this workspace is not trusted';\n",
      becomes: '',
    },
    {
      breaks: 'nothing runs without approval',
      is: "  if (definition === 'not approved') return 'its definition is not approved';\n",
      becomes: '',
    },
    {
      breaks: 'what names a folder that is not granted ends',
      is: 'if (refused !== undefined)',
      becomes: 'if (refused?.wasGranted === true)',
    },
    {
      breaks: 'a definition that changed ends what it was',
      is: '  if (redefined !== undefined) return redefined;\n',
      becomes: '',
    },
    {
      breaks: 'who waits for a folder does not run without one',
      is: 'if (facts.folders !== undefined)',
      becomes: 'if (facts.folders === undefined && noun === undefined)',
    },
  ]),
  ...faultsIn(
    'node/servers/grantee.ts',
    [
      {
        breaks: 'what is decided otherwise ends what may not run any more',
        is: '      void this.heed();\n      this.announce();',
        becomes: '      this.announce();',
      },
      {
        breaks: 'a folder that comes ends what its definition names',
        is: 'sources.catalog.onDidChange(() => void this.heed())',
        becomes: 'sources.catalog.onDidChange(() => undefined)',
      },
      {
        breaks: 'what was started is known, to be compared with what is defined now',
        is: 'whyAnother(prepared, this.prepared)',
        becomes: 'whyAnother(this.prepared, this.prepared)',
      },
    ],
    ['servers/managedServer'],
  ),
];
