import { erc6492SignatureValidatorByteCode } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { accounts, codeOf, otherAccounts } from '../../test/accounts.js'
import { judge } from '../../test/signature-verdict.js'
import { validatorCode } from './chains/validator-code.js'
import { createRpc, type RpcRequest } from './rpc.js'
import { verifySignature } from './verify-signature.js'

const text = 'app.example says hello, ünïcode and all'

describe('an account that is a contract', () => {
  const { address } = accounts.eip155
  const contractsOwn = `0x${'ab'.repeat(100)}`
  const deployed =
    (answer: unknown): RpcRequest =>
    async ask =>
      ask.method === 'eth_getCode' ? '0x60' : answer

  it('the validator is the one that ERC-6492 publishes, as viem has it', () => {
    expect(`0x${validatorCode}`).toBe(erc6492SignatureValidatorByteCode)
  })
  it('[D29f] a contract account cannot sign in without a node', async () => {
    expect(await judge('eip155', address, text, contractsOwn)).toBe('RPC_MISSING')
  })
  it('[D29f] a contract account that is not deployed is rejected', async () => {
    const rpc: RpcRequest = async () => '0x'
    expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('CONTRACT_NOT_DEPLOYED')
    expect(await judge('eip155', address, text, await otherAccounts.eip155.sign(text), rpc)).toBe(
      'CONTRACT_NOT_DEPLOYED',
    )
  })
  it('a contract account whose key signed needs no node', async () => {
    const rpc: RpcRequest = () => Promise.reject(new TypeError('not expected'))
    expect(await judge('eip155', address, text, await accounts.eip155.sign(text), rpc)).toBe(
      'eip191',
    )
  })
  it.each<readonly [string, RpcRequest]>([
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['is busy', () => Promise.reject({ code: -32005, message: 'limit exceeded' })],
    ['answers nothing', async () => undefined],
    ['answers what is no hex', async () => '0xzz'],
  ])(
    '[S35] a contract account is rejected with an error of the node when the node %s',
    async (_, rpc) => {
      expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('RPC_FAILED')
    },
  )
  it.each([
    { code: 3 },
    { code: -32000, message: 'execution reverted: no' },
    { message: 'outer', cause: { code: 3 } },
  ])('[S35] a contract that reverts has not signed: %j', async thrown => {
    const rpc: RpcRequest = ask =>
      ask.method === 'eth_getCode' ? Promise.resolve('0x60') : Promise.reject(thrown)
    expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('SIGNATURE_WRONG')
  })
  it.each([
    '0x',
    '0x00',
    '0x01',
    `0x${'0'.repeat(63)}1`,
    `0x1626ba7e${'0'.repeat(55)}1`,
    `0x1626ba7e${'0'.repeat(56)}00`,
    `0x${'f'.repeat(64)}`,
  ])('[S35] a contract that answers %s has not signed', async answer => {
    expect(await judge('eip155', address, text, contractsOwn, deployed(answer))).toBe(
      'SIGNATURE_WRONG',
    )
  })
  it('[R10] the verification of a contract account ends when the caller aborts', async () => {
    const controller = new AbortController()
    const rpc: RpcRequest = () => {
      controller.abort()
      return Promise.reject(new TypeError('aborted'))
    }
    const requests = verifySignature(
      { namespace: 'eip155', address, text, signature: contractsOwn, network: 'eip155:1' },
      { rpc, signal: controller.signal },
    )
    await expect(requests).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a contract account is queried over HTTP, each network at its own URL', async () => {
    const requests: unknown[] = []
    const answers: Record<string, unknown> = {
      eth_getCode: { result: '0x60' },
      eth_call: { error: { code: 3, message: 'execution reverted' } },
    }
    const send = async (url: unknown, init?: { readonly body?: unknown }) => {
      const { method } = JSON.parse(String(init?.body))
      requests.push([url, method])
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answers[method] as object) }))
    }
    const rpc = createRpc({ 'eip155:1': 'https://one.example' }, send as typeof fetch)
    expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('SIGNATURE_WRONG')
    expect(requests).toEqual([
      ['https://one.example', 'eth_getCode'],
      ['https://one.example', 'eth_call'],
    ])
    expect(await codeOf(rpc({ network: 'eip155:10', method: 'eth_call', params: [] }))).toBe(
      'RPC_MISSING',
    )
    for (const none of ['null', '1', '{}']) {
      const broken = createRpc(
        { 'eip155:1': 'https://one.example' },
        (async () => new Response(none)) as typeof fetch,
      )
      expect(await codeOf(broken({ network: 'eip155:1', method: 'eth_call', params: [] }))).toBe(
        'RPC_FAILED',
      )
    }
  })

  it('an RPC request ends with its own signal and at its timeout, also in browsers without AbortSignal.any', async () => {
    const send = (_: unknown, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const ask = (timeout: number, signal?: AbortSignal) =>
      createRpc(
        { 'eip155:1': 'https://one.example' },
        send as typeof fetch,
        timeout,
      )({ network: 'eip155:1', method: 'eth_call', params: [], signal })
    vi.stubGlobal('AbortSignal', Object.create(AbortSignal, { any: { value: undefined } }))
    try {
      const controller = new AbortController()
      const given = ask(60_000, controller.signal)
      controller.abort(new RangeError('enough'))
      await expect(given).rejects.toThrow('enough')
      await expect(ask(60_000, controller.signal)).rejects.toThrow('enough')
      await expect(ask(5, new AbortController().signal)).rejects.toMatchObject({
        name: 'TimeoutError',
      })
      await expect(ask(5)).rejects.toMatchObject({ name: 'TimeoutError' })
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
