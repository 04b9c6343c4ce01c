import type { PocketQuestion } from '@portico/pocket'
import { world } from '../world.js'

const descriptions: Readonly<Record<string, string>> = {
  session_proposal: 'wants to connect',
  session_authenticate: 'wants you to sign in',
  personal_sign: 'wants a message signed',
  eth_signTypedData_v4: 'wants data signed',
  eth_sendTransaction: 'wants to send a transaction',
  wallet_sendCalls: 'wants to run several calls',
  wallet_switchEthereumChain: 'wants another network',
  wallet_addEthereumChain: 'wants to add a network',
  solana_signMessage: 'wants a message signed',
  solana_signTransaction: 'wants a transaction signed',
  solana_signAllTransactions: 'wants transactions signed',
  solana_signAndSendTransaction: 'wants to send a transaction',
  polkadot_signMessage: 'wants a message signed',
  polkadot_signTransaction: 'wants a transaction signed',
  signMessage: 'wants a message signed',
  signPsbt: 'wants a transaction signed',
  sendTransfer: 'wants to send bitcoin',
}

/** Describes a request, as the end of a sentence that begins with the name of the page. */
export const describeRequest = ({ method }: PocketQuestion): string =>
  descriptions[method] ?? `asks for ${method}`

const namespaces: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}
export const namespaceName = (namespace: string): string => namespaces[namespace] ?? namespace

const networks: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:8453': 'Base',
  [`solana:${world.genesis.solana?.slice(0, 32)}`]: 'Solana, local',
  [`polkadot:${world.genesis.polkadot?.slice(2, 34)}`]: 'Polkadot, local',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'Bitcoin, local',
}
export const networkName = (chain: string): string => networks[chain] ?? chain

export const short = (text: string): string =>
  text.length > 16 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text
