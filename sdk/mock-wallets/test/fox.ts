/** A mock wallet that reaches no node, and the events that a page receives from it. */
import { privateKeyToAccount } from 'viem/accounts'
import {
  type EvmWalletOptions,
  type MockEvmWallet,
  mockEvmWallet,
  type WalletEnvironment,
} from '../src/index.js'

export const keys = [1, 2, 3].map(digit => `0x${String(digit).repeat(64)}` as const)
export const [ada, bob, carol] = keys.map(key => privateKeyToAccount(key).address) as [
  string,
  string,
  string,
]

export const fox = (more: Partial<EvmWalletOptions & WalletEnvironment> = {}) =>
  mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts: keys,
    chains: { 1: 'http://one', 8453: 'http://base' },
    target: new EventTarget(),
    ...more,
  })

export const ask = (wallet: MockEvmWallet, method: string, params?: unknown) =>
  wallet.provider.request(params === undefined ? { method } : { method, params })
export const connect = (wallet: MockEvmWallet) => ask(wallet, 'eth_requestAccounts')

export const recordEvents = (wallet: MockEvmWallet) => {
  const received: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
    wallet.provider.on(event, payload => received.push([event, payload]))
  return received
}

/** Whether a promise is still open after all that can happen at once has happened. */
export const isOpen = async (promise: Promise<unknown>) => {
  const open = Symbol('open')
  const tick = new Promise(resolve => setImmediate(() => resolve(open)))
  return (await Promise.race([promise.catch(() => undefined), tick])) === open
}
