/**
 * The code that `npm run mutants` mutates. A file is listed because all of it is about a recipient,
 * an amount, a deadline, a domain or a nonce, so every survivor counts.
 *
 * @typedef {object} MutatedPackage
 * @property {string} name a word of the command line: `npm run mutants -- send`
 * @property {string} folder
 * @property {readonly string[]} files below the folder
 * @property {readonly string[]} tests below the folder: they need no browser and no ledger
 */

/** @type {readonly MutatedPackage[]} */
export const mutatedPackages = [
  {
    // Domain, nonce and deadline: whether a signed message counts here and now.
    name: 'verify',
    folder: 'plugins/features/siwx/src/verify',
    files: ['verify-session.ts', 'nonces.ts', 'rules.ts', 'parse.ts'],
    tests: [
      'verify-session.test.ts',
      'verify-domain.test.ts',
      'verify-session-vectors.test.ts',
      'message.test.ts',
    ],
  },
  {
    // Nonce and deadline in the database, the domains of a server, and the origins that may ask.
    name: 'backend',
    folder: 'sdk/backend/src',
    files: ['sign-in/sign-in-store.ts', 'server/origins.ts'],
    tests: ['sign-in/sign-in-store.test.ts', 'server/origins.test.ts'],
  },
  {
    // Recipient and amount: who is meant, what is left to send, and what was sent.
    name: 'send',
    folder: 'plugins/features/send/src',
    files: ['look-alike.ts', 'prepare.ts', 'recipient.ts'],
    tests: [
      'form.test.ts',
      'look-alike.test.ts',
      'prepare.test.ts',
      'recipient.test.ts',
      'known-recipients.test.ts',
      'transfer.test.ts',
      'send-facts.test.ts',
      'confirm.test.ts',
    ],
  },
  {
    // Recipient, amount, fee and nonce of the transaction that a wallet gets, and its result in a
    // block.
    name: 'eip155',
    folder: 'plugins/chains/eip155/src/transactions',
    files: ['transfers.ts', 'fees.ts'],
    tests: [
      'transfers.test.ts',
      'transfer-fees.test.ts',
      'transactions.test.ts',
      'waiting.test.ts',
    ],
  },
  {
    // Recipient and amount as words of a call, and what a contract answers about a balance, an
    // allowance or a quote.
    name: 'signatures',
    folder: 'sdk/signatures/src',
    files: ['abi.ts'],
    tests: ['abi.test.ts'],
  },
  {
    // The account and the wallet that are connected after a reload.
    name: 'connection',
    folder: 'plugins/base/connection/src/restoring',
    files: ['saved-connections.ts'],
    tests: [
      'saved-connections.test.ts',
      'recent-wallets.test.ts',
      'merge-tabs.test.ts',
      'restoring.test.ts',
      'unconfirmed-wallets.test.ts',
    ],
  },
  {
    // Amounts: what is received at least, what is lost on the way, and what is too dangerous to
    // sign.
    name: 'swap',
    folder: 'plugins/features/swap/src/quoting',
    files: ['swap-math.ts', 'slippage.ts', 'risk.ts'],
    tests: [
      'swap-math.test.ts',
      'rules.test.ts',
      '../swap.test.ts',
      '../untrue-quotes.test.ts',
      '../stale-quotes.test.ts',
    ],
  },
]
