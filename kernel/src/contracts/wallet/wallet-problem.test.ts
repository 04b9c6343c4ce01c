import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../test/vectors.js'
import { shortMessageOf, walletProblem } from './wallet-problem.js'

const coded = (code: unknown, more: object = {}) =>
  Object.assign(new Error('Something'), { code }, more)

describe('the kind of a wallet error', () => {
  it.each([
    [4001, 'declined'],
    [-32002, 'pending'],
    [4900, 'disconnected'],
    [4901, 'chain-disconnected'],
    [4902, 'unknown-chain'],
    [4100, 'unauthorized'],
    [4200, 'unsupported'],
    [-32005, 'limit'],
    [-32003, 'rejected'],
    [5000, 'declined'],
    ['4001', 'declined'],
    ['ACTION_REJECTED', 'declined'],
    ['NETWORK_ERROR', 'transport'],
    [-32603, 'unknown'],
    [0, 'unknown'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
  ])('[D18a] the code %s means %s', (code, kind) => {
    expect(walletProblem(coded(code)).kind).toBe(kind)
    expect(walletProblem({ code }).kind).toBe(kind)
  })

  it('[D18a] declined, pending, disconnected, unknown chain and transport failures are all different', () => {
    const kinds = [
      coded(4001),
      coded(-32002),
      coded(4900),
      coded(4901),
      coded(4902),
      new TypeError('Failed to fetch'),
    ].map(error => walletProblem(error).kind)
    expect(new Set(kinds).size).toBe(6)
    expect(kinds).not.toContain('unknown')
  })

  it.each([
    [
      'MetaMask wraps it',
      {
        code: -32603,
        message: 'Internal JSON-RPC error.',
        data: { originalError: { code: 4902 } },
      },
      'unknown-chain',
      4902,
    ],
    [
      'viem wraps it twice',
      new Error('x', { cause: new Error('y', { cause: coded(4001) }) }),
      'declined',
      4001,
    ],
    [
      'viem says it by name',
      Object.assign(new Error('x'), { name: 'UserRejectedRequestError' }),
      'declined',
      undefined,
    ],
    [
      'ethers says it by text, with the code inside',
      { code: 'ACTION_REJECTED', info: { error: { code: 4001 } } },
      'declined',
      undefined,
    ],
    ['ethers cannot say it', { code: 'UNKNOWN_ERROR', error: { code: -32002 } }, 'pending', -32002],
    ['the data is the error', { data: { code: 4001 } }, 'declined', 4001],
    ['the code is a text', { code: '-32002' }, 'pending', -32002],
    [
      'a generic code with telling words',
      { code: -32000, message: 'User rejected the request' },
      'declined',
      -32000,
    ],
    ['nothing is telling', { code: -32603, message: 'Internal error' }, 'unknown', -32603],
  ])('[D18a] [R12] the meaning of an error is found where %s', (_, error, kind, code) => {
    const problem = walletProblem(error)
    expect(problem.kind).toBe(kind)
    expect(problem.code).toBe(code)
  })

  it.each([
    ['User rejected the request.', 'declined'],
    ['User rejected methods.', 'declined'],
    ['MetaMask Tx Signature: User denied transaction signature.', 'declined'],
    ['Transaction was rejected by the user', 'declined'],
    ['The user has cancelled', 'declined'],
    ['User closed modal', 'declined'],
    ['Cancelled', 'declined'],
    ["Request of type 'wallet_requestPermissions' already pending for origin", 'pending'],
    ['Already processing eth_requestAccounts. Please wait.', 'pending'],
    ['Unrecognized chain ID "0x2105". Try adding the chain first.', 'unknown-chain'],
    ['Failed to fetch', 'transport'],
    // Chromium, Firefox, Safari, Turbopack, webpack.
    [
      'Failed to fetch dynamically imported module: https://app.example/assets/chain-a1.js',
      'unloaded',
    ],
    [
      'error loading dynamically imported module: https://app.example/assets/chain-a1.js',
      'unloaded',
    ],
    ['Importing a module script failed.', 'unloaded'],
    ['Failed to load chunk /_next/static/chunks/42.js', 'unloaded'],
    ['Loading chunk 42 failed.\n(error: https://app.example/42.js)', 'unloaded'],
    ['NetworkError when attempting to fetch resource.', 'transport'],
    ['Load failed', 'transport'],
    ['The request timed out.', 'transport'],
    ['The user aborted a request.', 'transport'],
    ['Could not establish connection. Receiving end does not exist.', 'transport'],
    ['Extension context invalidated.', 'transport'],
    ['MetaMask: Disconnected from MetaMask Background. Page reload required.', 'transport'],
    ['execution reverted: not enough for user', 'unknown'],
    ['insufficient funds for gas * price + value', 'unknown'],
    ['Order cancelled', 'unknown'],
    ['', 'unknown'],
  ])('[D18a] [R12] the words %j mean %s, thrown as text or as an error', (words, kind) => {
    expect(walletProblem(words).kind).toBe(kind)
    expect(walletProblem(new Error(words)).kind).toBe(kind)
    expect(walletProblem({ data: { message: words } }).kind).toBe(kind)
  })

  it('[R12] the code of an error wins over the words of its message', () => {
    expect(walletProblem({ code: 4902, message: 'User rejected' }).kind).toBe('unknown-chain')
  })
})

describe('hostile errors', () => {
  const cycle: Record<string, unknown> = { message: 'round' }
  cycle.cause = cycle
  cycle.data = { originalError: cycle }
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const mine = () => {
    throw new TypeError('mine')
  }
  const endless = (): unknown => ({
    get cause() {
      return endless()
    },
    get data() {
      return endless()
    },
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 4001],
    ['a symbol', Symbol('x')],
    ['a cycle', cycle],
    ['a revoked proxy', proxy],
    [
      'a proxy whose every trap throws',
      new Proxy(
        {},
        {
          get: mine,
          has: mine,
          getPrototypeOf: mine,
          ownKeys: mine,
          getOwnPropertyDescriptor: mine,
        },
      ),
    ],
    ['endless causes', endless()],
    ['a symbol for a code', { code: Symbol('4001') }],
    [
      'a code that cannot become text',
      { code: { toString: mine, valueOf: mine, [Symbol.toPrimitive]: mine } },
    ],
    ['a name and a message that are functions', { name: mine, message: mine }],
    ['nothing with a prototype', Object.create(null)],
  ])('[R12] %s is an unknown problem, and nothing throws', (_, error) => {
    expect(walletProblem(error).kind).toBe('unknown')
  })

  it('[R12] a getter that throws hides only its own property', () => {
    const error = {
      code: 4001,
      get message() {
        return mine()
      },
      get cause() {
        return mine()
      },
    }
    expect(walletProblem(error)).toEqual({ kind: 'declined', code: 4001 })
  })

  it('[R12] every thrown value gets a name, with a short visible message or none', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
    })
    const errorLike = fc.record(
      {
        code: anything,
        message: anything,
        name: anything,
        data: anything,
        cause: anything,
        error: anything,
        info: anything,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(anything, errorLike), error => {
        const { kind, code, message } = walletProblem(error)
        expect(kind).toMatch(/^[a-z-]+$/)
        if (code !== undefined) expect(Number.isInteger(code)).toBe(true)
        if (message !== undefined) expect([...message].length).toBeLessThanOrEqual(160 * 5)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the message of an error', () => {
  it.each([
    ['thrown as text', 'thrown as text'],
    [new Error(' two\nlines '), 'two lines'],
    [{ shortMessage: 'Short.', message: 'Short.\n\nRequest Arguments: …' }, 'Short.'],
    [{ data: { message: 'inside' } }, 'inside'],
    [{ message: '', cause: new Error('the cause') }, 'the cause'],
    [new Error('S\u202eafe\u200b'), 'Safe'],
    [{ message: { text: 'no text' } }, undefined],
    [undefined, undefined],
  ])('the message of %o is %j', (error, said) => {
    expect(shortMessageOf(error)).toBe(said)
  })

  it('the message of an error is cut, even from 100 kB', () => {
    expect(shortMessageOf(new Error('word '.repeat(20_000)))).toHaveLength(160)
  })
})

describe.skipIf(!hasVectors)('public wallet error vectors', () => {
  interface Case {
    readonly code: number | string | null
    readonly message: string
    readonly source: string
    readonly expect: string
  }
  const { cases, count } = vectors<Case>('wallet-errors')
  // The file says in words what should follow; these are the kinds that let it follow.
  const kinds: readonly [RegExp, string][] = [
    [/^toast "Signature declined"|^as 4001/, 'declined'],
    [/^ask to connect again/, 'unauthorized'],
    [/does not support|^unsupported/, 'unsupported'],
    [/^show offline for that chain/, 'chain-disconnected'],
    [/^show offline/, 'disconnected'],
    [/^offer to add/, 'unknown-chain'],
    [/already waiting|^pending/, 'pending'],
    [/^rejected/, 'rejected'],
    [/^back off/, 'limit'],
    [/^generic|^short message|^no crash|^cut/, 'unknown'],
  ]
  /** The value that the row describes. */
  function thrown({ code, message, source }: Case): unknown {
    if (source === 'throw "x"') return message
    if (source === 'throw null') return null
    if (source === 'size') return new Error('x'.repeat(100_000))
    const error = Object.assign(new Error(message), code !== null && { code })
    return source === 'cycle'
      ? Object.assign(error, { cause: error })
      : source === 'viem'
        ? Object.assign(new Error(message), { name: code })
        : error
  }

  it('[R12] [D18a] the public wallet error vectors agree on the kind of every error', () => {
    for (const row of cases) {
      const kind = kinds.find(([words]) => words.test(row.expect))?.[1]
      const problem = walletProblem(thrown(row))
      expect(problem.kind, `${row.code} ${row.message}`).toBe(kind)
      if (typeof row.code === 'number') expect(problem.code).toBe(row.code)
      expect((problem.message ?? '').length).toBeLessThanOrEqual(160)
    }
    expect(cases).toHaveLength(count)
  })

  it('[R12] [D18a] the public wallet error vectors agree on codes in data.originalError of an internal error', () => {
    for (const { code, message, expect: words } of cases.filter(({ code }) => code !== null)) {
      const kind = kinds.find(([pattern]) => pattern.test(words))?.[1]
      const name = code === 'UserRejectedRequestError' ? { name: code } : { code }
      expect(
        walletProblem({
          code: -32603,
          message: 'Internal error',
          data: { originalError: { ...name, message } },
        }).kind,
        String(code),
      ).toBe(kind)
    }
  })
})
