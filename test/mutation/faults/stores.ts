import { faultsIn } from '../fault';

const headTests = ['stores/head'];
const clientTests = ['bridge/clientKeys'];

/** What is kept: nothing that files can be made to say widens anything (rules 6 and 16). */
export const storesFaults = [
  ...faultsIn(
    'node/stores/recordOrder.ts',
    [
      {
        breaks: 'an older record that is put back is not believed',
        is: '      if (before !== undefined && compareMarks(mark, before) < 0) continue;\n',
        becomes: '',
      },
      {
        breaks: 'a record that is missing is known to be',
        is: "    outcomes.set(subject, { kind: 'unreadable', name: { subject, sequence, file: '' } });",
        becomes: '    outcomes.delete(`${subject}${sequence}`);',
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/signedRecords.ts',
    [
      {
        breaks: 'what takes something away is in the head before its record',
        is: '    await this.#sayAhead(planned);\n',
        becomes: '',
      },
      {
        breaks: 'what gives is in the head after its record',
        is: '    await this.#head?.publish();\n    await this.#remove(recordsBefore(',
        becomes: '    await this.#remove(recordsBefore(',
      },
      {
        breaks: 'what the user has seen is not brought back by the file',
        is: 'this.#marks.set(subject, seen(mark))',
        becomes: 'this.#marks.delete(subject)',
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/recordFiles.ts',
    [
      {
        breaks: 'a record of another storage folder is not believed',
        is: 'store === this.#binding.store) return true',
        becomes: 'store !== undefined) return true',
      },
      {
        breaks: 'an old record that names no folder is believed only where it was adopted',
        is: 'return store === undefined && this.#binding.admits(subject, value)',
        becomes: 'return store === undefined',
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/head/storeHead.ts',
    [
      {
        breaks: 'records without their head count as undecided',
        is: 'wasLost = !survey.isEmpty && (!survey.isOld || before !== undefined)',
        becomes: 'wasLost = false',
      },
      {
        breaks: 'the head is found also where the id of the folder was deleted',
        is: '(await readId(options)) ?? before',
        becomes: 'await readId(options)',
      },
      {
        breaks: 'what a version without a head says beside a newer one is believed',
        is: 'parts.marks.has(subject) || madeAt > adoptedAt',
        becomes: 'parts.marks.has(subject)',
      },
      {
        breaks: 'sharing is off where the head is lost',
        is: "if (this.wasLost && kind === 'sharing')",
        becomes: "if (this.wasLost && kind === 'admissions')",
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/head/headParts.ts',
    [
      {
        breaks: 'what another window kept meanwhile is merged, not overwritten',
        is: '      if (await this.#absorb(shard)) this.#changed.fire();\n      const all',
        becomes: '      const all',
      },
      {
        breaks: 'a mark that is kept is signed for its part',
        is: 'this.#ground.signer.open(this.#signedName(shard), text)',
        becomes: 'undefined',
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/head/mark.ts',
    [
      {
        breaks: 'a merge keeps what is further',
        is: 'if (known !== undefined && compareMarks(known, mark) >= 0) continue;',
        becomes: 'if (known !== undefined) continue;',
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/sharingSwitch.ts',
    [
      {
        breaks: 'sharing is off where its record is lost',
        is: "latest === 'unreadable' ? false : latest.on",
        becomes: "latest === 'unreadable' ? true : latest.on",
      },
    ],
    headTests,
  ),
  ...faultsIn(
    'node/stores/head/keyCheck.ts',
    [
      {
        breaks: 'a key file that did not sign what is kept is refused',
        is: 'return verified >= foreign',
        becomes: 'return verified >= 0',
      },
    ],
    ['stores/installKey'],
  ),
  ...faultsIn(
    'node/stores/signature.ts',
    [
      {
        breaks: 'a record that was edited does not verify',
        is: 'sealed.length === found.length && timingSafeEqual(sealed, found) ? fields : undefined',
        becomes: 'sealed.length === found.length ? fields : undefined',
      },
      {
        breaks: 'a record verifies under its own name only',
        is: 'canonicalJson([name, fields])',
        becomes: 'canonicalJson([fields])',
      },
    ],
    ['stores/signature'],
  ),
  ...faultsIn(
    'node/stores/privateFile.ts',
    [
      {
        breaks: 'a file that is open to other accounts is not believed',
        is: '  if (isOpenToOthers(stats)) {\n    throw',
        becomes: '  if (isOpenToOthers(stats) && stats.size < 0) {\n    throw',
      },
      {
        breaks: 'no link is followed',
        is: 'const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) |',
        becomes: 'const readFlags = constants.O_RDONLY |',
      },
    ],
    ['stores/decisionFiles'],
  ),
  ...faultsIn(
    'node/bridge/admissions.ts',
    [
      {
        breaks: 'a client is in with the key that was let in',
        is: 'latest.isIn && latest.keyMark === this.#markOf({ id, key })',
        becomes: 'latest.isIn',
      },
    ],
    clientTests,
  ),
  ...faultsIn(
    'node/bridge/clientKeys.ts',
    [
      {
        breaks: 'a session is let in by what its window wrote',
        is: 'if (own === undefined || own.some((each) => isDeepStrictEqual(file, plainKey(each)))) return file;',
        becomes: 'if (own === undefined || own.length > 0) return file;',
      },
      {
        breaks: 'a client opens the servers that its record names',
        is: 'const { servers, createdAt } = standing;',
        becomes: 'const { createdAt } = standing;\n    const { servers } = file;',
      },
      {
        breaks: 'that a client was removed is said, not only its file deleted',
        is: '        if (isUsers) await this.#admissions.remove(id);\n',
        becomes: '        void isUsers;\n',
      },
      {
        breaks: 'only the clients of before that are unchanged can be confirmed',
        is: '(await this.#folder.read(name, largestKeyFile)).text) === digest',
        becomes: "(await this.#folder.read(name, largestKeyFile)).text) !== ''",
      },
    ],
    clientTests,
  ),
  ...faultsIn(
    'node/stores/windowLease.ts',
    [
      {
        breaks: 'nothing is taken over from a host that lives',
        is: 'return released || (await hasEnded(owner));',
        becomes: 'return released || owner.pid > 0;',
      },
      {
        breaks: 'of several hosts one takes a lease over',
        is: '      if (!(await this.#folder.move(file, name.file))) break;\n      const record = await this.#read(name);',
        becomes: '      const record = await this.#read({ ...name, file });',
      },
      {
        breaks: 'a lease that is not fresh is nobody’s',
        is: 'record !== undefined && this.#isFresh(record.refreshedAt) ? record : undefined',
        becomes: 'record',
      },
      {
        breaks: 'it is said before anything is taken',
        is: '    this.#inherits = { from: leases.map(({ id }) => id), isDone: false };\n    await this.#store();\n',
        becomes: '    this.#inherits = { from: leases.map(({ id }) => id), isDone: false };\n',
      },
      {
        breaks: 'a lease that cannot be written is gone rather than old',
        is: 'await this.#folder.remove(this.#name.file).catch(() => undefined);',
        becomes: '',
      },
      {
        breaks: 'a lease is of one workspace',
        is: 'else if (name.workspace === this.#name.workspace) found.push',
        becomes: 'else found.push',
      },
    ],
    ['stores/windowLease'],
  ),
  ...faultsIn(
    'node/stores/leaseEstates.ts',
    [
      {
        breaks: 'what a host had taken in already is not taken twice',
        is: '    .filter(({ id }) => !known.has(id))\n',
        becomes: '',
      },
    ],
    ['stores/windowLease'],
  ),
];
