/**
 * Swapping on Uniswap's published contracts on a local chain, from the first digit to the ledger:
 * what people see, and what the ledger says afterwards.
 */
import { devAccounts, swapTokens, uniswap } from '@portico/devnet'
import { createWalletClient, encodePacked, http, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import {
  chain,
  choose,
  form,
  moved,
  pays,
  type Row,
  reload,
  review,
  root,
  setUpMarket,
  symbolOf,
  visitSwap,
  words,
  yes,
} from './swap-form.js'
import {
  approve,
  callsOf,
  close,
  connect,
  expect,
  inModal,
  reject,
  setPolicy,
  test,
  title,
  waitForRequest,
} from './visit.js'

const { bitcoin, wrapped } = swapTokens

setUpMarket()

/** A front runner sees it coming, pays more, and sells a hundred ether in front of it. */
async function sellBefore(): Promise<void> {
  const key = devAccounts[3]?.privateKey ?? '0x'
  const client = createWalletClient({
    account: privateKeyToAccount(key),
    chain: mainnet,
    transport: http(chain().url),
  })
  const abi = parseAbi([
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum)) payable returns (uint256)',
  ])
  const value = parseEther('100')
  const path = encodePacked(
    ['address', 'uint24', 'address'],
    [wrapped.address, 3_000, bitcoin.address],
  )
  await client.writeContract({
    address: uniswap.router,
    abi,
    functionName: 'exactInput',
    args: [{ path, recipient: client.account.address, amountIn: value, amountOutMinimum: 0n }],
    value,
    gas: 2_000_000n,
    maxPriorityFeePerGas: 10n ** 11n,
    maxFeePerGas: 10n ** 12n,
  })
}

test('[S1.12] [S4.17] [S4.18] [S4.20] [S4.22] [S8.17] one visit swaps the native coin in, out by a permit, with an approval, and a token like USDT', async ({
  page,
  visit,
}) => {
  const owner = 7
  const swaps: readonly (Row & { readonly sold: bigint })[] = [
    {
      how: 'native in',
      from: 'native',
      to: 'dollar',
      amount: '1',
      sold: 10n ** 18n,
      outcome: 'swapped',
    },
    {
      how: 'by a permit, native out',
      from: 'dollar',
      to: 'native',
      amount: '600',
      sold: 600_000_000n,
      outcome: 'swapped',
    },
    {
      how: 'with an approval',
      from: 'dai',
      to: 'dollar',
      amount: '5',
      sold: 5n * 10n ** 18n,
      outcome: 'swapped',
    },
    {
      how: 'a token like USDT',
      from: 'oldDollar',
      to: 'bitcoin',
      amount: '70',
      sold: 70_000_000n,
      outcome: 'swapped',
    },
  ]
  await visit(visitSwap(owner))
  await connect(page)
  for (const swap of swaps) {
    const { from, to, amount, sold } = swap
    const { spent, got } = await moved(owner, swap, async () => {
      await form(page, from, to, amount)
      await review(page)
      await yes(page, from, amount)
      await expect(
        words(
          page,
          new RegExp(`^Swapped ${amount} ${symbolOf(from)} to [\\d.,]+ ${symbolOf(to)}$`),
        ).first(),
      ).toBeVisible({ timeout: 15_000 })
      await expect(inModal(page, 'Copy address')).toBeVisible()
    })
    expect(
      from === 'native' ? -spent - sold < 10n ** 16n : -spent === sold,
      `${from}: ${spent}`,
    ).toBe(true)
    expect(got).toBeGreaterThan(0n)
  }
  expect(await callsOf(page, 'Fox', 'eth_signTypedData_v4')).toBe(1)
  expect(await callsOf(page, 'Fox', 'eth_sendTransaction')).toBe(6)
  const tracked = await page.evaluate(() =>
    window.host.tracked.filter(name => name.includes('SWAP')),
  )
  expect(tracked.filter(name => name === 'INITIATE_SWAP')).toHaveLength(4)
  expect(tracked.filter(name => name === 'SWAP_SUCCESS')).toHaveLength(4)
})

test('[S20] [S21] [R12] a token with a transfer fee is refused, a decline loses nothing, and an unused approval is revoked', async ({
  page,
  visit,
}) => {
  const owner = 5
  const ask = { eth_sendTransaction: 'ask', eth_signTypedData_v4: 'ask' } as const
  await visit(visitSwap(owner, { policy: ask }))
  await connect(page)
  const toll = await moved(
    owner,
    {
      how: 'fee on transfer',
      from: 'native',
      to: 'toll',
      amount: '1',
      outcome: 'refused before a signature',
    },
    async () => {
      await form(page, 'native', 'toll', '1')
      await expect(
        words(
          page,
          'This token keeps a part of what is sent, so the amount that you get is not certain.',
        ),
      ).toBeVisible()
      await expect(inModal(page, 'Try again')).toBeVisible()
    },
  )
  expect(toll).toEqual({ spent: 0n, got: 0n })

  await choose(page, /Change token: PTOLL/, 'dai')
  await choose(page, /Change token: ETH/, 'dollar')
  await pays(page).fill('5')
  const permit = await moved(
    owner,
    {
      how: 'by a permit',
      from: 'dollar',
      to: 'dai',
      amount: '5',
      outcome: 'declined at the permit',
    },
    async () => {
      await review(page)
      await yes(page, 'dollar', '5')
      await waitForRequest(page, 'Fox', 'eth_signTypedData_v4')
      await reject(page, 'Fox')
      await expect(
        words(page, 'You declined. Nothing was swapped, you still have your PUSD.'),
      ).toBeVisible()
    },
  )
  expect(permit).toEqual({ spent: 0n, got: 0n })

  await inModal(page, 'Back').last().click()
  await inModal(page, 'Switch the two tokens').click()
  await pays(page).fill('5')
  const declined = await moved(
    owner,
    {
      how: 'with an approval',
      from: 'dai',
      to: 'dollar',
      amount: '5',
      outcome: 'declined at the swap, approval taken back',
    },
    async () => {
      await review(page)
      await yes(page, 'dai', '5')
      await waitForRequest(page, 'Fox', 'eth_sendTransaction')
      await expect(words(page, 'Open Fox to approve')).toBeVisible()
      await inModal(page, 'Stop waiting').click()
      await expect(inModal(page, 'Swap anyway')).toBeVisible()
      await expect(words(page, /^Fox may still ask you for an approval of 5 PDAI/)).toBeVisible()
      await reject(page, 'Fox')
      await expect(words(page, /^Fox may still ask/)).toBeHidden()
      await yes(page, 'dai', '5')
      await waitForRequest(page, 'Fox', 'eth_sendTransaction')
      await reject(page, 'Fox')
      await expect(
        words(page, 'You declined. Nothing was swapped, you still have your PDAI.'),
      ).toBeVisible()

      await yes(page, 'dai', '5')
      await waitForRequest(page, 'Fox', 'eth_sendTransaction')
      await approve(page, 'Fox')
      await expect.poll(() => callsOf(page, 'Fox', 'eth_sendTransaction')).toBe(4)
      await waitForRequest(page, 'Fox', 'eth_sendTransaction')
      await reject(page, 'Fox')
      await expect(words(page, /You allowed Uniswap to take 5 PDAI/)).toBeVisible()
      await setPolicy(page, 'Fox', 'approve')
      await inModal(page, 'Revoke').click()
      await expect(words(page, /You allowed Uniswap to take 5 PDAI/)).toBeHidden({
        timeout: 15_000,
      })
    },
  )
  expect(declined).toEqual({ spent: 0n, got: 0n })
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})

test('[D26d] [S22] a price that moves between signature and block reverts the swap, and the account shows why', async ({
  page,
  visit,
}) => {
  const owner = 6
  await visit(visitSwap(owner))
  await connect(page)
  const row = {
    how: 'native in, the price moves before the block',
    from: 'native',
    to: 'bitcoin',
    amount: '1',
    outcome: 'reverted, and said',
  } as const
  const { spent, got } = await moved(owner, row, async () => {
    await form(page, 'native', 'bitcoin', '1')
    await review(page)
    await chain().request('evm_setAutomine', [false])
    try {
      await yes(page, 'native', '1')
      await expect(words(page, /^Swapping 1 ETH to/).first()).toBeVisible()
      await sellBefore()
      await chain().mine()
    } finally {
      await chain().request('evm_setAutomine', [true])
    }
    await expect(
      words(
        page,
        'The network did not carry out your swap: the price moved too far. You still have your tokens.',
      ),
    ).toBeVisible({ timeout: 15_000 })
  })
  expect(got).toBe(0n)
  expect(-spent).toBeLessThan(10n ** 16n)
})

test('[S24] a reload at each phase and a network switch lose nothing and sign nothing twice', async ({
  page,
  visit,
}) => {
  const owner = 4
  await visit(visitSwap(owner, { remember: true, policy: { eth_sendTransaction: 'ask' } }))
  await connect(page)
  const row = {
    how: 'with an approval, reloaded at each phase',
    from: 'dai',
    to: 'dollar',
    amount: '5',
    outcome: 'swapped',
  } as const
  const { spent, got } = await moved(owner, row, async () => {
    // While there is a price.
    await form(page, 'dai', 'dollar', '5')
    await review(page)
    await reload(page, owner)
    // While the wallet has the request.
    await form(page, 'dai', 'dollar', '5')
    await review(page)
    await yes(page, 'dai', '5')
    await waitForRequest(page, 'Fox', 'eth_sendTransaction')
    await reload(page, owner)
    await expect(inModal(page, /allowed, not swapped/)).toBeHidden()
    // While the network has the approval, but no block.
    await form(page, 'dai', 'dollar', '5')
    await review(page)
    await chain().request('evm_setAutomine', [false])
    // The wallet may still show the request of the earlier page: the form says so, and needs
    // another confirmation.
    await expect(words(page, /^Fox may still ask you for an approval of 5 PDAI/)).toBeVisible()
    await expect(inModal(page, 'Swap 5 PDAI')).toBeHidden()
    await inModal(page, 'Swap anyway').click()
    await waitForRequest(page, 'Fox', 'eth_sendTransaction')
    await approve(page, 'Fox')
    await expect(words(page, 'Waiting for the network')).toBeVisible()
    await reload(page, owner)
    await chain().mine()
    await inModal(page, /5 PDAI allowed, not swapped/).click()
    await expect(words(page, /You allowed Uniswap to take 5 PDAI/)).toBeVisible()
    // What was allowed is used: no second approval. Then while the network has the swap.
    await expect(inModal(page, /Change token: PDAI/)).toBeVisible()
    await expect(pays(page)).toHaveValue('5')
    await expect(inModal(page, /Change token: PUSD/)).toBeVisible()
    await review(page)
    // No swap was sent after that confirmation, so the form needs another one.
    await inModal(page, 'Swap anyway').click()
    await waitForRequest(page, 'Fox', 'eth_sendTransaction')
    await approve(page, 'Fox')
    await expect(words(page, /^Swapping 5 PDAI to/).first()).toBeVisible()
    await reload(page, owner)
    await chain().request('evm_setAutomine', [true])
    await chain().mine()
    await expect(words(page, /^Swapped 5 PDAI to/).first()).toBeVisible({ timeout: 15_000 })
    await expect(inModal(page, /allowed, not swapped/)).toBeHidden()
  })
  expect(spent).toBe(-5n * 10n ** 18n)
  expect(got).toBeGreaterThan(0n)

  await form(page, 'native', 'dollar', '1')
  await review(page)
  await page.evaluate(() => window.mockWallets.Fox?.switchChain(8453))
  await expect(words(page, 'There is nothing left to preview.')).toBeVisible()
  expect(await callsOf(page, 'Fox', 'eth_sendTransaction')).toBe(0)
  await close(page)
})

test('[S2.28] [S8.15] a swap by keyboard alone has the focus at the next control in each step', async ({
  page,
  visit,
}) => {
  await visit(visitSwap(8, { policy: { eth_sendTransaction: 'ask' } }))
  await connect(page)
  const { keyboard } = page
  /** What has the focus, by the name that it is read by. */
  const at = () =>
    page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement
      return (
        element?.ariaLabel ??
        (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
        element?.textContent ??
        ''
      )
    })
  const tabTo = async (name: string | RegExp) => {
    const passed: string[] = []
    for (let count = 0; count < 20; count++) {
      await keyboard.press('Tab')
      const now = await at()
      if (typeof name === 'string' ? now === name : name.test(now)) return
      passed.push(now)
    }
    expect(passed, 'what Tab leads to').toContain(String(name))
  }
  await tabTo('Swap')
  await keyboard.press('Enter')
  await expect(pays(page)).toHaveValue('1')
  await tabTo('You pay')
  await tabTo('Select token')
  await keyboard.press('Enter')
  await expect.poll(at).toBe('Search name or address')
  await keyboard.type('Portico Dollar')
  await tabTo(/PUSD/)
  await keyboard.press('Enter')
  await expect.poll(at).toBe('You pay')
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('2')
  await expect(inModal(page, 'Review')).toBeEnabled()
  await keyboard.press('Enter')
  await expect(title(page, 'Preview swap')).toBeVisible()
  await tabTo(/^Max slippage/)
  await keyboard.press('Enter')
  await tabTo('Custom, in percent')
  await tabTo('Swap 2 ETH')
  await expect(inModal(page, 'Swap 2 ETH')).toBeEnabled()
  await keyboard.press('Enter')
  await waitForRequest(page, 'Fox', 'eth_sendTransaction')
  await expect.poll(at).toBe('Swap 2 ETH')
  await reject(page, 'Fox')
  await expect(
    words(page, 'You declined. Nothing was swapped, you still have your ETH.'),
  ).toBeVisible()
  await expect.poll(at).toBe('Swap 2 ETH')
  await expect(inModal(page, 'Swap 2 ETH')).toBeEnabled()
  await keyboard.press('Enter')
  await waitForRequest(page, 'Fox', 'eth_sendTransaction')
  await tabTo('Stop waiting')
  await keyboard.press('Enter')
  await expect(words(page, /^Fox may still ask you to swap 2 ETH/)).toBeVisible()
  await tabTo('Swap anyway')
  await expect(inModal(page, 'Swap anyway')).toBeEnabled()
  await keyboard.press('Escape')
  await expect(root(page).getByRole('dialog')).toBeHidden()
})

test('[S2.19] a page opens Swap by its name, with tokens and an amount, and a wrong amount is an error that people read', async ({
  page,
  visit,
}) => {
  await visit(visitSwap(9))
  await connect(page)
  await close(page)
  const open = (params: object) =>
    page.evaluate(
      params => window.host.portico.open({ view: 'Swap', params }),
      params as Record<string, string>,
    )
  // Not in the chain's own spelling.
  const target = `eip155:1/erc20:${swapTokens.dollar.address.toLowerCase()}`
  await open({ source: 'native', target, amount: '0.5' })
  await expect(pays(page)).toHaveValue('0.5')
  await expect(inModal(page, 'Change token: PUSD')).toBeVisible()
  await review(page)
  await expect(inModal(page, 'Swap 0.5 ETH')).toBeEnabled()
  await close(page)
  await open({ amount: '0.5 ETH' })
  await expect(words(page, /wrong value \(amount\)/)).toBeVisible()
  await expect(pays(page)).toHaveValue('0.5')
  await expect(inModal(page, 'Review')).toBeEnabled()
  expect(await page.evaluate(() => window.host.errors)).toMatchObject([
    { plugin: 'feature/swap', code: 'SWAP_PARAMS' },
  ])
})
