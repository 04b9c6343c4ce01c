/** What wallets answer to a request that may move money, for the tests of every flow and chain. */

const coded = (code: unknown, text = 'Something') => Object.assign(new Error(text), { code })

/** What wallets answer, with what it proves (EIP-1193, EIP-1474, EIP-5792, WalletConnect). */
export const walletAnswers: readonly (readonly [
  title: string,
  error: unknown,
  outcome: 'refused' | 'unknown',
])[] = [
  ['4001, declined', coded(4001), 'refused'],
  ['5000, declined by a WalletConnect wallet', coded(5000), 'refused'],
  ['ACTION_REJECTED of ethers', coded('ACTION_REJECTED'), 'refused'],
  ['4001 inside -32603', { code: -32603, data: { originalError: { code: 4001 } } }, 'refused'],
  ['4100, not authorized', coded(4100), 'refused'],
  ['4200, method not supported', coded(4200), 'refused'],
  ['-32601, method not found', coded(-32601), 'refused'],
  ['words of a person who declined', new Error('User rejected the request.'), 'refused'],
  [
    '-32000 of a Bitcoin wallet, with words of a person who declined',
    coded(-32000, 'User canceled the request'),
    'refused',
  ],
  ['-32603, internal error', coded(-32603, 'Internal JSON-RPC error.'), 'unknown'],
  ['-32000, already known', coded(-32000, 'already known'), 'unknown'],
  ['-32003, transaction rejected', coded(-32003), 'unknown'],
  ['-32002, request already pending', coded(-32002), 'unknown'],
  ['-32005, limit exceeded', coded(-32005), 'unknown'],
  ['4900, disconnected', coded(4900), 'unknown'],
  ['4901, chain disconnected', coded(4901), 'unknown'],
  ['a time-out', new Error('The request timed out'), 'unknown'],
  [
    'a fetch of the wallet that was aborted',
    coded(-32603, 'The user aborted a request.'),
    'unknown',
  ],
  ['a request of the wallet that axios cancelled', coded('ERR_CANCELED', 'canceled'), 'unknown'],
  [
    '-32603, a request of the wallet that was cancelled',
    coded(-32603, 'Request cancelled'),
    'unknown',
  ],
  ['-32000, cancelled', coded(-32000, 'cancelled'), 'unknown'],
  ['the words of axios alone', new Error('canceled'), 'unknown'],
  ['a window that was closed, perhaps after a yes', new Error('User closed modal'), 'unknown'],
  [
    'a pop-up that was dismissed, perhaps after a yes',
    coded(-32603, 'The user dismissed the popup'),
    'unknown',
  ],
  [
    'words of a decline inside what the network says',
    { code: -32603, message: 'nonce too low', data: { message: 'user rejected' } },
    'unknown',
  ],
  [
    '-32601 of a node inside -32603',
    { code: -32603, data: { code: -32601, message: 'the method does not exist' } },
    'unknown',
  ],
  ['an extension that went away', new Error('Extension context invalidated.'), 'unknown'],
  ['an error without words', {}, 'unknown'],
  ['undefined', undefined, 'unknown'],
]

/** Answers that are no errors, and do not name a transaction. */
export const unreadableAnswers: readonly (readonly [title: string, answer: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['an empty text', ''],
  ['a number', 7],
  ['an object', {}],
  ['a web page', '<!doctype html>'],
]
