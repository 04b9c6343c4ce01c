/** A scripted provider that counts its listeners. */
export type Reply =
  | ((params: readonly unknown[] | undefined) => unknown)
  | object
  | string
  | number
  | boolean
  | null
  | undefined

export interface ScriptedProvider {
  readonly provider: {
    request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>
    on(event: string, listener: (payload: unknown) => void): void
    removeListener(event: string, listener: (payload: unknown) => void): void
  }
  /** Responses by method. Functions are called with the parameters, and may throw. */
  readonly replies: Record<string, Reply>
  readonly calls: { readonly method: string; readonly params?: readonly unknown[] }[]
  readonly listeners: number
  emit(event: string, payload?: unknown): void
  count(method: string): number
}

export const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export function scriptedProvider(replies: Record<string, Reply> = {}): ScriptedProvider {
  const listeners = new Set<readonly [string, (payload: unknown) => void]>()
  const calls: ScriptedProvider['calls'] = []
  const all: Record<string, Reply> = {
    eth_requestAccounts: [ada],
    eth_accounts: [ada],
    eth_chainId: '0x1',
    wallet_revokePermissions: null,
    ...replies,
  }
  return {
    replies: all,
    calls,
    provider: {
      async request(args) {
        calls.push(args)
        const reply = all[args.method]
        return typeof reply === 'function' ? reply(args.params) : reply
      },
      on: (event, listener) => void listeners.add([event, listener]),
      removeListener(event, listener) {
        for (const one of listeners)
          if (one[0] === event && one[1] === listener) listeners.delete(one)
      },
    },
    get listeners() {
      return listeners.size
    },
    emit(event, payload) {
      for (const [name, listener] of [...listeners]) if (name === event) listener(payload)
    },
    count: method => calls.filter(call => call.method === method).length,
  }
}

/** An error as wallets throw it. */
export const walletError = (code: number, message = `code ${code}`, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more })
