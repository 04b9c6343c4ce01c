// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { type Http, httpService } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { shortenAddress, textSlice } from '@portico/kernel/text'
import { imageIdsService, LinkError } from '@portico/kernel/wallet'
import { act, useLayoutEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import {
  Address,
  Avatar,
  Button,
  CopyButton,
  Fact,
  Facts,
  Icon,
  Link,
  List,
  LongList,
  NetworkIcon,
  Row,
  SearchField,
  Segmented,
  Tabs,
  TextField,
  TokenAmount,
  TokenBalance,
  TokenList,
  WalletIcon,
} from '../index.js'
import { loadImage } from './image-gate.js'
import { loadPicture } from './picture.js'

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

describe('what is known of one thing', () => {
  it('Facts stand line by line under their title, and the copy button copies the whole value, not the shown text', async () => {
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

describe('images from outside', () => {
  it('[D38a] An image of a scheme that is not allowed is reported and replaced by the initial', async () => {
    reports.length = 0
    for (const src of [
      'http://example.org/a.png',
      'javascript:alert(1)',
      'data:text/html,<b>',
      '//example.org/a.png',
    ]) {
      const page = await render(kernel, <WalletIcon name="Fox" src={src} />)
      expect(page.querySelector('img')).toBeNull()
      expect(page.querySelector('[data-initial]')?.getAttribute('data-initial')).toBe('F')
    }
    await expect.poll(() => reports.map(({ plugin }) => plugin)).toEqual(['ui', 'ui', 'ui', 'ui'])
    expect(reports.every(({ error }) => !String(error).includes('example.org'))).toBe(true)
  })

  const icon = (name: string) => `data:image/png;base64,${btoa(name)}`
  /** From now on no image ever comes. */
  const stall = () =>
    vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(() => undefined)
  it('[S9.02] An image that has not loaded after 2 s is not shown', async () => {
    vi.useFakeTimers()
    const silent = stall()
    const page = document.implementation.createHTMLDocument()
    let outcome: unknown = 'waiting'
    void loadImage(page, icon('never')).then(image => {
      outcome = image
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(outcome).toBe('waiting')
    await vi.advanceTimersByTimeAsync(2)
    expect(outcome).toBeUndefined()
    silent.mockRestore()
    vi.useRealTimers()
  })

  it('An image that is there at once is shown without waiting for its load event', async () => {
    const silent = stall()
    const page = document.implementation.createHTMLDocument()
    const element = page.createElement('img')
    Object.defineProperties(element, { complete: { value: true }, naturalWidth: { value: 36 } })
    vi.spyOn(page, 'createElement').mockReturnValue(element)
    expect(await loadImage(page, icon('at once'))).toBe(icon('at once'))
    silent.mockRestore()
  })

  it('[S26] No img names another host: it shows the image that was fetched from a host that the app lists, or there is no img', async () => {
    const picture = vi.fn(async (url: string) =>
      url.startsWith('https://named.example/') ? icon(url) : undefined,
    )
    const outside = definePlugin({
      id: 'test/http',
      provides: [httpService],
      setup: context => context.provide(httpService, { picture } as Partial<Http> as Http),
    })
    const { kernel } = kernelWith(outside)
    const made = vi.spyOn(document, 'createElement')
    const images = () =>
      made.mock.results
        .map(({ value }) => value as HTMLElement)
        .filter(element => element.tagName === 'IMG') as HTMLImageElement[]
    const thirdParty = await render(
      kernel,
      <WalletIcon name="Fox" src="https://stranger.example/a.png" />,
    )
    await expect.poll(() => picture.mock.calls.length).toBe(1)
    expect(thirdParty.querySelector('img')).toBeNull()
    const page = await render(kernel, <WalletIcon name="Fox" src="https://named.example/a.png" />)
    await expect.poll(() => images().length).toBeGreaterThan(0)
    await act(async () => void images()[0]?.dispatchEvent(new Event('load')))
    await expect
      .poll(() => page.querySelector('img')?.getAttribute('src'))
      .toBe(icon('https://named.example/a.png'))
    // Nor does the initial show through where the picture has holes.
    expect(page.querySelector('[data-initial]')).toBeNull()
    // Seen whole: shown again at once.
    expect(
      (
        await render(kernel, <WalletIcon name="Fox" src="https://named.example/a.png" />)
      ).querySelector('img'),
    ).not.toBeNull()
    expect(picture).toHaveBeenCalledTimes(2)
    for (const { src } of images()) expect(src).toBe(icon('https://named.example/a.png'))
    made.mockRestore()
  })

  it('[S3.24] [S3.25] An icon that a network or a wallet names by imageId is fetched from the address that its server gives, at once or later; an unknown id leaves the initial', async () => {
    const picture = vi.fn(async (url: string) => icon(url))
    const server = definePlugin({
      id: 'test/images',
      provides: [httpService, imageIdsService],
      setup(context) {
        context.provide(httpService, { picture } as Partial<Http> as Http)
        const urlOf = (id: string) =>
          id === 'unknown' ? undefined : `https://images.example/${id}`
        context.provide(imageIdsService, {
          urlOf: id => (id === 'late' ? Promise.resolve(urlOf(id)) : urlOf(id)),
        })
      },
    })
    const { kernel, reports } = kernelWith(server)
    await render(kernel, <NetworkIcon name="Ether" image={{ imageId: 'ether' }} />)
    await render(kernel, <WalletIcon name="Fox" image={{ imageId: 'fox' }} />)
    await render(kernel, <WalletIcon name="Late" image={{ imageId: 'late' }} />)
    await render(kernel, <WalletIcon name="Owl" image={{ imageId: 'unknown' }} />)
    await render(
      kernel,
      <WalletIcon
        name="Cat"
        image={{ imageUrl: 'https://images.example/cat.png', imageId: 'cat' }}
      />,
    )
    await expect
      .poll(() =>
        picture.mock.calls.map(([url]) => url.slice('https://images.example/'.length)).toSorted(),
      )
      .toEqual(['cat.png', 'ether', 'fox', 'late'])
    // Without a plugin that knows ids.
    const page = await render(
      kernelWith().kernel,
      <WalletIcon name="Fox" image={{ imageId: 'fox-2' }} />,
    )
    await act(async () => new Promise(resolve => setTimeout(resolve)))
    expect(page.querySelector('[data-initial]')?.getAttribute('data-initial')).toBe('F')
    expect(reports).toEqual([])
  })

  it('The newest 200 loaded images are kept and shown again without a request', async () => {
    const page = document.implementation.createHTMLDocument()
    const asked = vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (
      this: HTMLImageElement,
    ) {
      queueMicrotask(() => this.onload?.(new Event('load')))
    })
    for (let at = 0; at <= 200; at++) await loadPicture(page, icon(`${at}`))
    expect(asked).toHaveBeenCalledTimes(201)
    await loadPicture(page, icon('1'))
    expect(asked).toHaveBeenCalledTimes(201)
    await loadPicture(page, icon('0'))
    expect(asked).toHaveBeenCalledTimes(202)
    asked.mockRestore()
  })

  it('A picture whose source changes begins without the image of the previous source', async () => {
    const made = vi.spyOn(document, 'createElement')
    const images = () =>
      made.mock.results
        .map(({ value }) => value as HTMLElement)
        .filter(element => element.tagName === 'IMG')
    let change: (src: string) => void = () => undefined
    function Place() {
      const [src, set] = useState(icon('before'))
      change = set
      return <WalletIcon name="Fox" src={src} />
    }
    const page = await render(kernel, <Place />)
    await expect.poll(() => images().length).toBeGreaterThan(0)
    await act(async () => void images()[0]?.dispatchEvent(new Event('load')))
    await expect.poll(() => page.querySelector('img')?.getAttribute('src')).toBe(icon('before'))
    const silent = stall()
    await act(async () => change(icon('after')))
    expect(page.querySelector('img')).toBeNull()
    await act(async () => change(icon('before')))
    await expect.poll(() => page.querySelector('img')?.getAttribute('src')).toBe(icon('before'))
    silent.mockRestore()
    made.mockRestore()
  })

  it('[D40b] No image of a scheme is requested again once the policy of the page has refused one', async () => {
    const silent = stall()
    const page = document.implementation.createHTMLDocument()
    const made = vi.spyOn(page, 'createElement')
    const first = loadImage(page, icon('1'))
    const second = loadImage(page, icon('2'))
    await expect.poll(() => made.mock.calls.length).toBe(1)
    page.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), {
        effectiveDirective: 'img-src',
        disposition: 'enforce',
        blockedURI: 'data',
      }),
    )
    expect(await Promise.all([first, second])).toEqual([undefined, undefined])
    expect(await loadImage(page, icon('3'))).toBeUndefined()
    expect(made).toHaveBeenCalledTimes(1)
    silent.mockRestore()
  })

  it('An avatar is the same for an address in any letter case', async () => {
    const hue = async (address: string) =>
      (await render(kernel, <Avatar address={address} />))
        .querySelector<HTMLElement>('.p-picture')
        ?.style.getPropertyValue('--hue')
    expect(await hue('0xABC1')).toBe(await hue('0xabc1'))
    expect(await hue('0xABC1')).not.toBe(await hue('0xABC2'))
  })

  it('An icon draws its name or its path, and a dot for an unknown name', async () => {
    const drawing = async (name: string) =>
      (await render(kernel, <Icon name={name} />)).querySelector('path')?.getAttribute('d')
    expect(await drawing('close')).toBe('M6 6l12 12M18 6L6 18')
    expect(await drawing('M1 1h2')).toBe('M1 1h2')
    await drawing('plus')
    await act(async () => void (await import('./view-icons.js')))
    expect(await drawing('plus')).toBe('M12 5v14M5 12h14')
    expect(await drawing('constructor')).toBe('M12 12v.01')
  })
})

describe('links', () => {
  it('[D38b] A link opens only https: and registered schemes, in a window without a handle to the page; any other is plain text and is reported', async () => {
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

describe('what is typed and chosen', () => {
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
