import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { encodeFunctionData, erc20Abi, getContractAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { devAccounts } from './accounts.js'
import {
  batchAccountArtifact,
  porticoDollarArtifact,
  sourceDigests,
} from './contracts/artifacts.js'
import { contracts, create2Deployer, encodeBalanceOf, encodeMint } from './contracts.js'

const folder = new URL('./contracts/', import.meta.url)
const sources = readdirSync(folder).filter(file => file.endsWith('.sol'))

describe('the compiled contracts', () => {
  it.each(sources)('the compiled contracts were compiled from the present %s', file => {
    const digest = createHash('sha256')
      .update(readFileSync(new URL(file, folder)))
      .digest('hex')
    expect(sourceDigests[file], 'run `npm run contracts -w @portico/devnet`').toBe(digest)
  })

  it.each([porticoDollarArtifact, batchAccountArtifact])(
    'the compiled contracts have the address that the deployer gives their code',
    ({ bytecode, create2Address }) => {
      const address = getContractAddress({
        opcode: 'CREATE2',
        from: create2Deployer,
        bytecode,
        salt: `0x${'00'.repeat(32)}`,
      })
      expect(create2Address).toBe(address)
    },
  )
})

describe('call data', () => {
  const { address } = devAccounts[3]

  it('the call data of mint is that of viem', () => {
    for (const value of [0n, 1n, 2n ** 256n - 1n]) {
      expect(encodeMint(address, value)).toBe(
        encodeFunctionData({
          abi: contracts.porticoDollar.abi,
          functionName: 'mint',
          args: [address, value],
        }),
      )
    }
  })

  it('the call data of balanceOf is that of viem', () => {
    expect(encodeBalanceOf(address)).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
    )
  })
})
