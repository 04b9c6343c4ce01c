import {
  createPublicClient,
  formatEther,
  type Hex,
  http,
  parseEther,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import {
  addressOf,
  balance,
  callsOf,
  connect,
  connectButton,
  expect,
  fox,
  nodeOf,
  setPolicy,
  short,
  test,
  wallet,
} from './visit.js'

const typed = {
  domain: {
    name: 'Doorway',
    version: '1',
    chainId: 1,
    verifyingContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', contents: 'Come in.' },
} as const

test('a message with any text is signed by the key of the shown account', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  for (const text of ['Hello', '', '0x1234', 'Schöne Grüße 👋 \n second line']) {
    const { signature, scheme } = await page.evaluate(text => window.host.sign(text), text)
    expect(scheme).toBe('eip191')
    expect(
      await verifyMessage({
        address: addressOf(0) as Hex,
        message: text,
        signature: signature as Hex,
      }),
    ).toBe(true)
  }
})

test('typed data is signed by EIP-712', async ({ page, visit }) => {
  await visit()
  await connect(page)
  const { signature, scheme } = await page.evaluate(typed => window.host.signTyped(typed), typed)
  expect(scheme).toBe('eip712')
  expect(
    await verifyTypedData({ ...typed, address: addressOf(0) as Hex, signature: signature as Hex }),
  ).toBe(true)
})

test('[R23] twenty calls for the same signature send one request to the wallet', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: { personal_sign: { delayMs: 300 } } })] })
  await connect(page)
  const signatures = await page.evaluate(async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => window.host.sign('Once')))
    return new Set(all.map(({ signature }) => signature)).size
  })
  expect(signatures).toBe(1)
  expect(await callsOf(page, 'Fox', 'personal_sign')).toBe(1)
})

test('[R12] a declined signature or transaction rejects with its name and code, and changes nothing else', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [fox({ policy: { personal_sign: 'reject', eth_sendTransaction: 'reject' } })],
  })
  await connect(page)
  const answers = await page.evaluate(async () => {
    const nameAndCode = (error: { name: string; code: unknown }) => ({
      name: error.name,
      code: error.code,
    })
    return [
      await window.host.sign('No').then(() => undefined, nameAndCode),
      await window.host
        .send('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '1')
        .then(() => undefined, nameAndCode),
    ]
  })
  expect(answers).toEqual([
    expect.objectContaining({ code: 'DECLINED' }),
    expect.objectContaining({ code: 'DECLINED' }),
  ])
  expect(await page.evaluate(() => window.host.account.status)).toBe('connected')
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})

test('the balance on screen is that of the chain after a transaction is mined', async ({
  page,
  visit,
}) => {
  const node = createPublicClient({ transport: http(nodeOf(1)) })
  await visit({ wallets: [wallet('Payer', [6], { remember: true })] })
  // Read from the chain: a first try may have paid already.
  const onChain = async () =>
    `${formatEther(await node.getBalance({ address: addressOf(6) as Hex }))} ETH`
  await connect(page, 'Payer')
  await expect(balance(page)).toHaveAttribute('title', await onChain())
  const to = '0x000000000000000000000000000000000000bEEF'
  const before = await node.getBalance({ address: to })
  const { hash, status } = await page.evaluate(
    to => window.host.send(to, '1500000000000000000'),
    to as Hex,
  )
  expect(status).toBe('confirmed')
  const receipt = await node.getTransactionReceipt({ hash: hash as Hex })
  expect(receipt).toMatchObject({
    status: 'success',
    from: addressOf(6).toLowerCase(),
    to: to.toLowerCase(),
  })
  expect((await node.getBalance({ address: to })) - before).toBe(parseEther('1.5'))
  await page.reload()
  await expect(connectButton(page)).toHaveText(short(addressOf(6)))
  await connectButton(page).click()
  await expect(balance(page)).toHaveAttribute('title', await onChain())
})

test('[D18a] a wallet on another network than that of the transaction sends nothing', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  await setPolicy(page, 'Fox', { eth_chainId: { answer: '0x2105' } })
  const code = await page.evaluate(() =>
    window.host.send('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '1').then(
      () => undefined,
      (error: { code: string }) => error.code,
    ),
  )
  expect(code).toBe('WALLET_NETWORK')
  expect(await callsOf(page, 'Fox', 'eth_sendTransaction')).toBe(0)
})

test('an answer that is no signature of the account is refused', async ({ page, visit }) => {
  await visit({ wallets: [fox({ policy: { personal_sign: { answer: `0x${'11'.repeat(65)}` } } })] })
  await connect(page)
  const code = await page.evaluate(() =>
    window.host.sign('Hello').then(
      () => undefined,
      (error: { code: string }) => error.code,
    ),
  )
  expect(code).toBe('WALLET_ANSWER')
})
