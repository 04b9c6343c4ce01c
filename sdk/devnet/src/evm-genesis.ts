import { setTimeout as sleep } from 'node:timers/promises'
import { devAccounts, type Hex } from './accounts.js'
import {
  batchAccountArtifact,
  multicall3Artifact,
  porticoDollarArtifact,
} from './contracts/artifacts.js'
import { contracts, create2Deployer, encodeMint, startingDollars } from './contracts.js'
import { DevnetError } from './errors.js'
import type { Rpc } from './json-rpc.js'

/**
 * Pays for the deployments, so that the accounts that people use start with nonce 0. Its key is
 * unknown: the node signs for it.
 */
const founder: Hex = '0x00000000000000000000000000000000000Fa0Ce'

const salt = '00'.repeat(32)
const timeoutMs = 5_000

/**
 * Deploys the contracts and gives every dev account its dollars, all in block 1.
 *
 * The token is deployed and minted by transactions, so that its Transfer events are in the chain's
 * history.
 *
 * @throws DevnetError RPC_REFUSED when the node refuses a step or a transaction fails
 */
export async function furnish(rpc: Rpc): Promise<void> {
  await rpc.batch([
    {
      method: 'anvil_setCode',
      params: [contracts.multicall3.address, multicall3Artifact.deployedBytecode],
    },
    { method: 'anvil_setBalance', params: [founder, '0x56bc75e2d63100000'] },
    { method: 'anvil_impersonateAccount', params: [founder] },
    { method: 'evm_setAutomine', params: [false] },
  ])

  const transactions = [
    { to: create2Deployer, data: `0x${salt}${porticoDollarArtifact.bytecode.slice(2)}` },
    { to: create2Deployer, data: `0x${salt}${batchAccountArtifact.bytecode.slice(2)}` },
    ...devAccounts.map(({ address }) => ({
      to: contracts.porticoDollar.address,
      data: encodeMint(address, startingDollars),
    })),
  ]
  const hashes = await rpc.batch(
    transactions.map((transaction, nonce) => ({
      method: 'eth_sendTransaction',
      // The gas is given, since the node cannot estimate a call to a contract that is not there
      // yet.
      params: [
        { from: founder, nonce: `0x${nonce.toString(16)}`, gas: '0x1e8480', ...transaction },
      ],
    })),
  )

  await rpc.request('evm_mine')
  await allSucceeded(rpc, hashes)
  await rpc.batch([
    { method: 'evm_setAutomine', params: [true] },
    { method: 'anvil_stopImpersonatingAccount', params: [founder] },
  ])
}

/**
 * Waits until all of these are in a block. Throws a DevnetError RPC_REFUSED when one of them
 * failed.
 */
export async function allSucceeded(rpc: Rpc, hashes: readonly unknown[]): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const receipts = (await rpc.batch(
      hashes.map(hash => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )) as ({ status?: string } | null)[]
    if (receipts.every(receipt => receipt?.status === '0x1')) return
    const failed = receipts.some(receipt => receipt?.status === '0x0')
    if (failed || Date.now() > deadline)
      throw new DevnetError('RPC_REFUSED', 'A transaction of the first blocks failed.', {
        data: receipts,
      })
    await sleep(10)
  }
}
