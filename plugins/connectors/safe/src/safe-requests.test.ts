import { runSendRequest, walletProblem } from '@portico/kernel/wallet'
import { describe, expect, it, vi } from 'vitest'
import { hashOf, treasury } from '../test/safe-app.js'
import { connected, setUpSafe } from '../test/safe-bench.js'

setUpSafe()

describe('Requests to a Safe', () => {
  it('A transaction has the hash of the Safe, which can report its status', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    const draft = { from: treasury, to: treasury, value: '0xde0b6b3a7640000', gas: '0x5208' }
    expect(await wallet.request('eth_sendTransaction', [draft])).toBe(hashOf('ab'))
    expect(app.questions.at(-1)).toMatchObject({
      method: 'sendTransactions',
      params: { txs: [{ to: treasury, value: '1000000000000000000', data: '0x' }] },
    })

    const states = [
      ['AWAITING_CONFIRMATIONS', null, { status: 'pending', hashes: [] }],
      ['AWAITING_EXECUTION', null, { status: 'pending', hashes: [] }],
      ['SUCCESS', hashOf('cd'), { status: 'confirmed', hashes: [hashOf('cd')] }],
      ['FAILED', hashOf('cd'), { status: 'reverted', hashes: [hashOf('cd')] }],
      ['CANCELLED', undefined, { status: 'failed', hashes: [] }],
    ] as const
    for (const [txStatus, txHash, status] of states) {
      app.answers.getTxBySafeTxHash = () => ({
        data: { txStatus, txHash, txId: 'more than is read' },
      })
      expect(await wallet.callsStatus(hashOf('ab')), txStatus).toEqual(status)
    }
    app.answers.getTxBySafeTxHash = () => ({ data: { txStatus: 'LOST' } })
    await expect(wallet.callsStatus(hashOf('ab'))).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
  })
  it('Several calls are sent as one', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    const calls = [
      { to: treasury, value: 2n },
      { to: treasury, data: '0xabcd' },
    ] as const
    expect(
      await wallet.sendCalls({ from: treasury, network: 'eip155:1', calls, atomic: true }),
    ).toMatchObject({ id: hashOf('ab') })
    const txs = [
      { to: treasury, value: '2', data: '0x' },
      { to: treasury, value: '0', data: '0xabcd' },
    ]
    expect(app.questions.at(-1)).toMatchObject({ method: 'sendTransactions', params: { txs } })
    expect(await wallet.capabilities(treasury)).toEqual({
      'eip155:1': { atomic: { status: 'supported' } },
    })
  })
  it('Text is signed as text, and typed data as data', async () => {
    const { app, wallet } = await connected()
    app.answers.signMessage = () => ({ data: { signature: '0xaa' } })
    app.answers.signTypedMessage = () => ({
      data: { messageHash: hashOf('01'), signature: '0xbb' },
    })
    expect(
      await wallet.request('personal_sign', [
        `0x${Buffer.from('Grüße 👋').toString('hex')}`,
        treasury,
      ]),
    ).toBe('0xaa')
    expect(app.questions.at(-1)?.params).toEqual({ message: 'Grüße 👋' })
    await wallet.request('personal_sign', ['0xff00', treasury])
    expect(app.questions.at(-1)?.params).toEqual({ message: '0xff00' })
    // Text that looks like bytes: a Safe that reads it as bytes would sign something else.
    for (const words of ['0x68', '0xABC', '0x']) {
      const bytes = `0x${Buffer.from(words).toString('hex')}`
      await wallet.request('personal_sign', [bytes, treasury])
      expect(app.questions.at(-1)?.params).toEqual({ message: bytes })
    }
    await wallet.request('personal_sign', [
      `0x${Buffer.from('0x68 and more').toString('hex')}`,
      treasury,
    ])
    expect(app.questions.at(-1)?.params).toEqual({ message: '0x68 and more' })
    const typed = { primaryType: 'Mail', domain: { chainId: 1 }, types: { Mail: [] }, message: {} }
    expect(await wallet.request('eth_signTypedData_v4', [treasury, JSON.stringify(typed)])).toBe(
      '0xbb',
    )
    expect(app.questions.at(-1)?.params).toEqual({ typedData: typed })
  })
  it('A signature waits for the last owner as long as the caller waits', async () => {
    const { app, wallet } = await connected()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    app.answers.signMessage = () => ({ data: { messageHash: hashOf('01') } })
    let signature = ''
    app.answers.getOffChainSignature = () => ({ data: signature || null })
    const signing = wallet.request('personal_sign', ['0x68', treasury])
    await vi.advanceTimersByTimeAsync(8_100)
    expect(app.methods().filter(method => method === 'getOffChainSignature')).toHaveLength(3)
    signature = '0xabcdef'
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await signing).toBe('0xabcdef')

    signature = ''
    const controller = new AbortController()
    const given = wallet.request('personal_sign', ['0x68', treasury], controller.signal)
    given.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    await expect(given).rejects.toBeDefined()
    const { length } = app.questions
    await vi.advanceTimersByTimeAsync(20_000)
    expect({ questions: app.questions.length, listeners: app.listeners }).toEqual({
      questions: length,
      listeners: 0,
    })
  })
  it.each([
    [
      'signs with a transaction',
      'personal_sign',
      ['0x68', treasury],
      { data: { safeTxHash: hashOf('ab') } },
      'safe.error.onChain',
    ],
    [
      'answers without a signature',
      'personal_sign',
      ['0x68', treasury],
      { data: {} },
      'wallet.error.answer',
    ],
    [
      'should create a contract',
      'eth_sendTransaction',
      [{ data: '0x00' }],
      { data: { safeTxHash: hashOf('ab') } },
      'safe.error.creation',
    ],
    [
      'receives a request that it does not support',
      'eth_sign',
      [treasury, '0x'],
      { data: '0x' },
      'wallet.error.unsupported',
    ],
    [
      'receives an invalid request',
      'eth_sendTransaction',
      [{ to: 'invalid' }],
      { data: {} },
      'wallet.error.unsupported',
    ],
    [
      'answers with no hash',
      'eth_sendTransaction',
      [{ to: treasury }],
      { data: { safeTxHash: 'soon' } },
      'wallet.error.answer',
    ],
  ])(
    'A request is rejected with a message for people when the Safe %s',
    async (_what, method, params, answer, sentence) => {
      const { app, wallet } = await connected()
      for (const known of ['signMessage', 'sendTransactions']) app.answers[known] = () => answer
      await expect(wallet.request(method, params)).rejects.toMatchObject({
        userMessage: { id: sentence },
      })
      expect(app.listeners).toBe(0)
    },
  )
  it('[D18a] A request that the person rejected is declined, and may be repeated; any other failure keeps its own message', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ error: 'Transaction was rejected' })
    const thrown = await wallet
      .request('eth_sendTransaction', [{ to: treasury }])
      .catch((error: unknown) => error)
    expect(walletProblem(thrown).kind).toBe('declined')
    app.answers.sendTransactions = () => ({ error: 'Not enough funds' })
    const failed = await wallet
      .request('eth_sendTransaction', [{ to: treasury }])
      .catch((error: unknown) => error)
    expect(walletProblem(failed)).toMatchObject({ message: 'Not enough funds' })
    expect(walletProblem(failed).kind).not.toBe('declined')
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    expect(await wallet.request('eth_sendTransaction', [{ to: treasury }])).toBe(hashOf('ab'))
  })
  it.each([
    ['Transaction was rejected', 'DECLINED'],
    ['User rejected the request.', 'DECLINED'],
    ['Cancelled', 'DECLINED'],
    ['Execution was rejected by the network after it was sent', 'WALLET_OUTCOME'],
    ['Not enough funds', 'WALLET_OUTCOME'],
    ['The relayer denied the gas, the transaction is queued', 'WALLET_OUTCOME'],
  ])(
    '[S35] An error counts as a refusal of the person only with a whole sentence that says so: "%s"',
    async (error, code) => {
      const { app, wallet } = await connected()
      app.answers.sendTransactions = () => ({ error })
      const sending = runSendRequest(
        () => wallet.request('eth_sendTransaction', [{ to: treasury }]),
        hash => hash,
      )
      await expect(sending).rejects.toMatchObject({ code })
    },
  )
  it('[S35] A signature that became a transaction of the Safe is not a refusal', async () => {
    const { app, wallet } = await connected()
    app.answers.signMessage = () => ({ data: { safeTxHash: hashOf('ab') } })
    await expect(wallet.request('personal_sign', ['0x68', treasury])).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
    })
  })
  it('[S24] A request goes only to the Safe that was connected: another Safe that was opened later is reported', async () => {
    const { app, wallet, walletSession } = await connected()
    const other = '0x2222222222222222222222222222222222222222'
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(report))
    app.answers.getSafeInfo = () => ({ data: { safeAddress: other, chainId: 11155111 } })
    await expect(wallet.request('eth_sendTransaction', [{ to: treasury }])).rejects.toMatchObject({
      code: 'WALLET_NETWORK',
    })
    expect(app.methods()).not.toContain('sendTransactions')
    expect(reports.at(-1)).toEqual({
      accounts: [{ namespace: 'eip155', address: other, type: 'smartAccount' }],
      network: 'eip155:11155111',
      approved: ['eip155:11155111'],
    })
  })
  it('A Safe offers only its own network: it never gets a request to switch', async () => {
    const { app, wallet } = await connected()
    await expect(
      wallet.request('wallet_switchEthereumChain', [{ chainId: '0xaa36a7' }]),
    ).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(app.questions).toEqual([])
  })
})
