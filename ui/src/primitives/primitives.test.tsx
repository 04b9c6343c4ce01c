// @vitest-environment happy-dom
import { definePlugin, defineView, view } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import type { Token } from '@portico/kernel/chain'
import { shortenAddress, textSlice } from '@portico/kernel/text'
import { LinkError } from '@portico/kernel/wallet'
import { act, useLayoutEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import {
  Address,
  Button,
  CopyButton,
  EmptyAccount,
  Fact,
  Facts,
  Link,
  List,
  LongList,
  Row,
  SearchField,
  Segmented,
  Tabs,
  TextField,
  TokenAmount,
  TokenBalance,
  TokenList,
} from '../index.js'

const { kernel, reports } = kernelWith()

const click = (element: Element | null | undefined) =>
  act(async () => (element as HTMLElement).click())

describe('a button', () => {
  it.each(['busy', 'disabled'])(
    'A button that is %s ignores clicks, does not submit, and keeps the focus and its text',
    async state => {
      const clicked = vi.fn()
      const submitted = vi.fn()
      let change: (next: object) => void = () => undefined
      const Form = () => {
        const [props, set] = useState({})
        change = set
        return (
          <form onSubmit={submitted}>
            <Button type="submit" onClick={clicked} {...props}>
              Sending
            </Button>
          </form>
        )
      }
      const page = await render(kernel, <Form />)
      const button = page.querySelector('button')
      button?.focus()
      await act(async () => change({ [state]: true }))
      expect(document.activeElement).toBe(button)
      expect(button?.disabled).toBe(false)
      expect(button?.getAttribute('aria-disabled')).toBe('true')
      expect(button?.getAttribute('aria-busy')).toBe(state === 'busy' ? 'true' : null)
      expect(button?.textContent).toBe('Sending')
      await click(button)
      expect(clicked).not.toHaveBeenCalled()
      expect(submitted).not.toHaveBeenCalled()
      await act(async () => change({}))
      await click(button)
      expect(clicked).toHaveBeenCalledOnce()
      expect(submitted).toHaveBeenCalledOnce()
    },
  )
})

describe('a row', () => {
  it('A disabled row shows its reason, can be focused, and ignores clicks', async () => {
    const chosen = vi.fn()
    const page = await render(
      kernel,
      <List label="Networks">
        <Row
          title="Optimism"
          detail="Layer 2"
          disabled
          reason="Your wallet does not know it."
          onClick={chosen}
        />
      </List>,
    )
    const button = page.querySelector('button')
    await click(button)
    expect(chosen).not.toHaveBeenCalled()
    expect(button?.disabled).toBe(false)
    expect(
      page.querySelector(`[id="${button?.getAttribute('aria-describedby')}"]`)?.textContent,
    ).toBe('Your wallet does not know it.')
  })

  it('A row preloads the next view on pointer enter, touch and focus', async () => {
    const preload = vi.fn()
    const page = await render(
      kernel,
      <List>
        <Row title="Fox" onClick={() => undefined} preload={preload} />
      </List>,
    )
    const button = page.querySelector('button')
    await act(async () => {
      button?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      button?.dispatchEvent(new Event('touchstart', { bubbles: true }))
      button?.focus()
    })
    expect(preload).toHaveBeenCalledTimes(3)
  })
})

describe('addresses and amounts', () => {
  it.each([
    ['0x71C21B09a7eB3c9d4aF1D1c9A7e55E9d09ff4b', '0x71…09ff4b'],
    ['7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK', '7EqQ…cMwJeK'],
    ['t_ada', 't_ada'],
    ['', ''],
  ])(
    '[S9.40] The address %s is shortened to %s, in an element and in a sentence',
    async (address, short) => {
      expect(shortenAddress(address)).toBe(short)
      expect((await render(kernel, <Address value={address} />)).textContent).toBe(short)
    },
  )

  it('A full address is shown in groups of four from the left, and copies without spaces', async () => {
    const page = await render(
      kernel,
      <Address full value="0x8ba1f109551bD432803012f645Ac136ddd64DBA7" />,
    )
    const groups = [...page.querySelectorAll('bdi span')].map(group => group.textContent)
    expect(groups).toEqual([
      '0x8ba1',
      'f109',
      '551b',
      'D432',
      '8030',
      '12f6',
      '45Ac',
      '136d',
      'dd64',
      'DBA7',
    ])
    expect(page.querySelector('bdi')?.dir).toBe('ltr')
    expect(page.textContent).not.toContain(' ')
  })

  it('An amount is cut and never rounded up, and its title has every digit', async () => {
    const page = await render(
      kernel,
      <TokenAmount amount={1_999_999n} decimals={6} symbol="USDC" />,
    )
    expect(page.textContent).toBe('1.999 USDC')
    expect(page.querySelector('bdi')?.title).toBe('1.999999 USDC')
  })

  it('[S9.37] [S9.38] A balance shows 3 digits of the native coin and 2 of a token, in a list of tokens too', async () => {
    const token = (asset: Token['asset'], symbol: string): Token => ({
      asset,
      network: 'tally:main',
      name: symbol,
      symbol,
      decimals: 6,
    })
    const [ether, coin] = [token('native', 'ETH'), token('tally:main/coin:1', 'USDC')]
    const shown = (where: HTMLElement) =>
      [...where.querySelectorAll('bdi')].map(one => one.textContent)
    const alone = await render(
      kernel,
      <>
        <TokenBalance token={ether} amount={1_234_567n} />
        <TokenBalance token={coin} amount={1_234_567n} />
      </>,
    )
    expect(shown(alone)).toEqual(['1.234 ETH', '1.23 USDC'])
    const entries = [ether, coin].map(token => ({ token, amount: 1_234_567n }))
    const list = await render(
      kernel,
      <TokenList
        label="Tokens"
        entries={entries}
        query=""
        chosen={undefined}
        onChoose={() => undefined}
        reservedHeight={0}
      />,
    )
    expect(shown(list)).toEqual(['1.234 ETH', '1.23 USDC'])
  })

  it('An amount with `up` is rounded up, and its title stays exact', async () => {
    const page = await render(
      kernel,
      <TokenAmount amount={1_999_001n} decimals={6} symbol="USDC" up />,
    )
    expect(page.textContent).toBe('2 USDC')
    expect(page.querySelector('bdi')?.title).toBe('1.999001 USDC')
  })

  it('[D20] The title of an amount is exact, without separators, in the digits of the language on screen', async () => {
    const german = definePlugin({
      id: 'test/german',
      owns: [textSlice],
      setup: context =>
        context.update(textSlice, state => void Object.assign(state, { language: 'de' })),
    })
    const page = await render(
      kernelWith(german).kernel,
      <TokenAmount amount={1_234_567_891_234_567_891_234n} decimals={18} symbol="ETH" />,
    )
    expect(page.textContent).toBe('1.234,567 ETH')
    expect(page.querySelector('bdi')?.title).toBe('1234,567891234567891234 ETH')
  })

  it('[S19] An amount with more decimals than a browser can format is cut and throws nothing', async () => {
    const page = await render(
      kernel,
      <TokenAmount amount={15n * 10n ** 254n + 1n} decimals={255} symbol="ODD" digits={255} />,
    )
    expect(page.textContent).toBe('1.5 ODD')
  })
})

describe('facts', () => {
  it('Facts are listed under their title, and the copy button copies the whole value, not the shown text', async () => {
    const page = await render(
      kernel,
      <Facts title="Transfer">
        <Fact
          name="From"
          copy={{ value: '0x71C21B09a7eB3c9d4aF1D1c9A7e55E9d09ff4b', label: 'Copy the sender' }}
        >
          <Address value="0x71C21B09a7eB3c9d4aF1D1c9A7e55E9d09ff4b" />
        </Fact>
      </Facts>,
    )
    expect([...page.querySelectorAll('dt')].map(name => name.textContent)).toEqual([
      'Transfer',
      'From',
    ])
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await click(page.querySelector('dd button'))
    expect(written).toHaveBeenCalledWith('0x71C21B09a7eB3c9d4aF1D1c9A7e55E9d09ff4b')
    written.mockRestore()
  })
})

describe('links', () => {
  it('[D38b] A link opens only https: and registered schemes, without a handle to the page; another is plain text', async () => {
    reports.length = 0
    const good = await render(kernel, <Link href="https://example.org/tx/1">Explorer</Link>)
    expect(good.querySelector('a')?.rel).toBe('noopener noreferrer')
    const app = await render(
      kernel,
      <Link href="rainbow://wc" schemes={['rainbow']}>
        Open
      </Link>,
    )
    expect(app.querySelector('a')?.getAttribute('href')).toBe('rainbow://wc')
    expect(reports).toEqual([])
    for (const href of [
      'javascript:alert(1)',
      'http://example.org',
      'rainbow://wc',
      'https://user:word@example.org',
    ]) {
      const bad = await render(kernel, <Link href={href}>Words</Link>)
      expect(bad.querySelector('a')).toBeNull()
      expect(bad.textContent).toBe('Words')
    }
    expect(reports.length).toBe(4)
    expect(reports.every(({ error }) => error instanceof LinkError)).toBe(true)
  })
})

describe('inputs and choices', () => {
  const choices = [
    { id: 'tokens', label: 'Tokens' },
    { id: 'nfts', label: 'NFTs' },
    { id: 'activity', label: 'Activity' },
  ] as const
  function Held() {
    const [tab, setTab] = useState<(typeof choices)[number]['id']>('tokens')
    return (
      <>
        <Tabs label="Holdings" tabs={choices} value={tab} onChange={setTab}>
          {tab}
        </Tabs>
        <Segmented label="Mode" options={choices} value={tab} onChange={setTab} />
      </>
    )
  }

  it('Arrow keys move around the tabs, and one tab is in the Tab order', async () => {
    const page = await render(kernel, <Held />)
    const list = page.querySelector('[role=tablist]')
    const press = (key: string) =>
      act(
        async () =>
          void list?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          ),
      )
    const panel = () => page.querySelector('[role=tabpanel]')?.textContent
    for (const [key, tab] of [
      ['ArrowRight', 'nfts'],
      ['End', 'activity'],
      ['ArrowRight', 'tokens'],
      ['ArrowLeft', 'activity'],
      ['Home', 'tokens'],
    ] as const) {
      await press(key)
      expect(panel()).toBe(tab)
    }
    expect(
      [...page.querySelectorAll('[role=tab]')].map(tab => (tab as HTMLElement).tabIndex),
    ).toEqual([0, -1, -1])
  })

  it('Segmented is a named group of radio buttons', async () => {
    const page = await render(kernel, <Held />)
    expect(page.querySelector('legend')?.textContent).toBe('Mode')
    await click(page.querySelectorAll('input[type=radio]')[2])
    expect(page.querySelector('[role=tabpanel]')?.textContent).toBe('activity')
  })

  it('A text field has its label, and its problem is tied to it by aria-describedby', async () => {
    const page = await render(
      kernel,
      <TextField
        label="Recipient"
        value="bob"
        onChange={() => undefined}
        problem="This is no address."
      />,
    )
    const input = page.querySelector('input')
    expect(page.querySelector('label')?.htmlFor).toBe(input?.id)
    expect(input?.getAttribute('aria-invalid')).toBe('true')
    expect(
      page.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`)?.textContent,
    ).toBe('This is no address.')
  })

  it('The Clear button empties a search field', async () => {
    const typed = vi.fn()
    const page = await render(
      kernel,
      <SearchField label="Search wallets" value="fox" onChange={typed} />,
    )
    await click(page.querySelector('button'))
    expect(typed).toHaveBeenCalledWith('')
  })

  it('The copy button tells the person when the browser refuses to copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    Object.assign(document, { execCommand: () => false })
    const page = await render(kernel, <CopyButton value="0x1" label="Copy address" />)
    await click(page.querySelector('button'))
    expect(page.querySelector('[role=status]')?.textContent).toContain('did not allow')
    expect(page.querySelector('textarea')).toBeNull()
  })
})

it('A long list moves the focus for an arrow key that comes before the effects of its last render have run', async () => {
  const Wallets = () => {
    useLayoutEffect(() => {
      const first = document.querySelector<HTMLElement>('[data-at="0"]')
      first?.focus()
      first?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      )
    }, [])
    return (
      <LongList
        label="Wallets"
        entries={['one', 'two']}
        rowHeight={56}
        height={200}
        draw={(name, stop) => <button {...stop}>{name}</button>}
      />
    )
  }
  await render(kernel, <Wallets />)
  expect(document.activeElement?.textContent).toBe('two')
})

it('A long list that scrolls with its view renders what is visible, and in an embedded modal too', async () => {
  const entries = Array.from({ length: 10_000 }, (_, at) => `entry ${at}`)
  const heights = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get')
  heights.mockImplementation(function (this: HTMLElement) {
    if (this.matches('.p-inline .p-outlet')) return entries.length * 60
    return this.matches('.p-outlet') ? 600 : 400
  })
  const count = async (panel: string) => {
    const page = await render(
      kernel,
      <div className={panel}>
        <div className="p-outlet">
          <LongList
            label="Entries"
            entries={entries}
            rowHeight={60}
            draw={(name, stop) => <button {...stop}>{name}</button>}
          />
        </div>
      </div>,
    )
    return page.querySelectorAll('li').length
  }
  expect(await count('p-dialog')).toBe(12)
  expect(await count('p-inline')).toBeLessThan(12)
  heights.mockRestore()
})

it('An account without anything offers to receive, then to buy, each in its view', async () => {
  const there = defineView('There')
  const actions = definePlugin({
    id: 'test/actions',
    views: [view(there, async () => ({ default: () => null }))],
    setup(context) {
      for (const id of ['onramp', 'receive', 'send'])
        context.contribute(accountActionsSlot, {
          id,
          label: { id: `test.${id}`, en: id },
          icon: 'plus',
          view: there,
        })
    },
  })
  const { kernel } = kernelWith(actions)
  const page = await render(kernel, <EmptyAccount />)
  const buttons = [...page.querySelectorAll('button')]
  expect(buttons.map(button => button.textContent)).toEqual(['receive', 'onramp'])
  await click(buttons[0])
  expect(kernel.views.current?.id).toBe('There')
})
