/**
 * Mutants that survive because no input shows a difference, each with the reason. `npm run mutants`
 * fails for a survivor that is not here, and for an entry whose mutant is killed or gone.
 *
 * @typedef {object} EquivalentMutant
 * @property {string} line the source line on which the mutated code begins, without its indent
 * @property {string} original the code that is replaced, with each run of white space as one space
 * @property {string} replacement written likewise
 * @property {string} reason
 */

const words = '["Stryker was here"]'

const isMissing =
  '`missing` names each of these fields before; the comparison only tells the compiler that the field is there'

/** By file. @type {Readonly<Record<string, readonly EquivalentMutant[]>>} */
export const equivalentMutants = {
  'plugins/features/siwx/src/verify/verify-session.ts': [
    ...['uri', 'network', 'nonce', 'issuedAt'].map(field => ({
      line: `${field} === undefined${field === 'issuedAt' ? '' : ' ||'}`,
      original: `${field} === undefined`,
      replacement: 'false',
      reason: isMissing,
    })),
    {
      line: 'const written = message.resources ?? []',
      original: '[]',
      replacement: words,
      reason:
        'data with resources differs from a message without any in both cases: these words are no URI',
    },
    {
      line: 'if (wanted === undefined || domain.toLowerCase() !== wanted)',
      original: 'wanted === undefined',
      replacement: 'false',
      reason:
        'a text is never equal to undefined; the comparison tells the compiler that the domain is a text below',
    },
    {
      line: 'if (canonical === undefined || !others.includes(canonical))',
      original: 'canonical === undefined',
      replacement: 'false',
      reason:
        'parseMessage has refused an address without a canonical form before; kept so that nothing depends on that order',
    },
  ],
  'plugins/features/siwx/src/verify/nonces.ts': [
    {
      line: "if (typeof state === 'number' && waiting.delete(nonce)) used.set(nonce, state)",
      original: "typeof state === 'number'",
      replacement: 'true',
      reason:
        'only a nonce that waits has a number and is deleted; the comparison tells the compiler so',
    },
  ],
  'sdk/signatures/src/abi.ts': [
    {
      line: 'if (offset === undefined) return undefined',
      original: 'offset === undefined',
      replacement: 'false',
      reason:
        '`take` has named its fault, which stays; a place that is not a number fails the next comparison',
    },
  ],
  'sdk/backend/src/server/origins.ts': [
    {
      line: '/^(?:([a-z][a-z0-9+.-]*):\\/\\/)?(\\[[^\\]]*\\]|[^:/]*)(?::(\\d+|\\*))?/i.exec(text) ?? []',
      original: '[]',
      replacement: words,
      reason: 'each part of the pattern may be absent, so it matches every text',
    },
    {
      line: '/^(?:([a-z][a-z0-9+.-]*):\\/\\/)?(\\[[^\\]]*\\]|[^:/]*)(?::(\\d+|\\*))?/i.exec(text) ?? []',
      original: '/^(?:([a-z][a-z0-9+.-]*):\\/\\/)?(\\[[^\\]]*\\]|[^:/]*)(?::(\\d+|\\*))?/i',
      replacement: '/(?:([a-z][a-z0-9+.-]*):\\/\\/)?(\\[[^\\]]*\\]|[^:/]*)(?::(\\d+|\\*))?/i',
      reason: 'it matches every text from its beginning, with or without the anchor',
    },
    {
      line: "return { scheme: scheme?.toLowerCase(), labels: host.toLowerCase().split('.'), port }",
      original: 'scheme?.toLowerCase()',
      replacement: 'scheme?.toUpperCase()',
      reason: 'both sides of the comparison are written the same way, and a scheme is ASCII',
    },
  ],
  'plugins/features/send/src/prepare.ts': [
    {
      line: "if (!isSound || (intent.amount !== 'max' && amount > intent.amount))",
      original: "intent.amount !== 'max'",
      replacement: 'true',
      reason:
        'no amount is above the word in any comparison; the condition tells the compiler that the amount is a number',
    },
  ],
  'plugins/features/send/src/recipient.ts': [
    ...[
      'namespace === place.account.namespace ? accounts.map(({ address }) => address) : [],',
      'const paid = sentTransfers(context).flatMap(transfer => (hasPaid(transfer) ? transfer.to : []))',
      'return []',
    ].map(line => ({
      line,
      original: '[]',
      replacement: words,
      reason: 'no address looks like these words, so a comparison with them finds nothing either',
    })),
    {
      line: '[]',
      original: '[]',
      replacement: words,
      reason:
        'the second one: without a page the search ends with this line, and no address looks like these words',
    },
    {
      line: '() => false,',
      original: '() => false',
      replacement: '() => undefined',
      reason: 'either says no where it is read',
    },
  ],
  'plugins/features/swap/src/quoting/risk.ts': [
    {
      line: "return priced > market || (impactRisk(priced) !== 'usual' && impactRisk(market) === 'usual')",
      original: 'priced > market',
      replacement: 'priced >= market',
      reason: 'where both are equal, either is the answer',
    },
  ],
  'plugins/base/connection/src/restoring/saved-connections.ts': [
    {
      line: '.sort(([a], [b]) => (a < b ? -1 : 1))',
      original: 'a < b',
      replacement: 'a <= b',
      reason: 'the keys of an object are never equal',
    },
    {
      line: 'Array.isArray(found) ? found.slice(0, 256) : []',
      original: '[]',
      replacement: words,
      reason: 'these words are neither a record nor the id of a connection, so they are left out',
    },
  ],
  'plugins/chains/eip155/src/transactions/transfers.ts': [
    {
      line: "if (intent.amount !== 'max' && intent.amount <= 0n) throw tooSmall()",
      original: "intent.amount !== 'max'",
      replacement: 'true',
      reason:
        'the word is not below nothing in any comparison; the condition tells the compiler that the amount is a number',
    },
    {
      line: 'if (tried < 0n || tried > balance)',
      original: 'tried < 0n',
      replacement: 'tried <= 0n',
      reason:
        'where the fee takes everything, the same refusal follows the estimate, since no transfer takes less than 21,000 gas',
    },
  ],
  'plugins/chains/eip155/src/transactions/fees.ts': [
    {
      line: 'const byBaseFee = baseFee * 2n > lowest ? baseFee * 2n : lowest',
      original: 'baseFee * 2n > lowest',
      replacement: 'baseFee * 2n >= lowest',
      reason: 'where both are equal, either is the answer',
    },
    {
      line: 'return highest && byBaseFee > highest ? highest : byBaseFee',
      original: 'byBaseFee > highest',
      replacement: 'byBaseFee >= highest',
      reason: 'where both are equal, either is the answer',
    },
    {
      line: 'const usual = suggestedTip ?? (price > block.baseFee ? price - block.baseFee : 0n)',
      original: 'price > block.baseFee',
      replacement: 'price >= block.baseFee',
      reason: 'where both are equal, the difference is nothing',
    },
    {
      line: 'const tip = wanted > cap ? cap : wanted',
      original: 'wanted > cap',
      replacement: 'wanted >= cap',
      reason: 'where both are equal, either is the answer',
    },
  ],
}
