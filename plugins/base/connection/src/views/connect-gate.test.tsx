// @vitest-environment happy-dom
import { definePlugin, defineView, type ViewRef, view } from '@portico/kernel'
import { allWalletsView, connectMethodsSlot, connectView } from '@portico/kernel/connect-page'
import type { Connector } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { tallyWallet } from '@portico/kernel/testing'
import { useService, useViews } from '@portico/ui'
import { act, createElement, StrictMode, useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { eventually, render, unmount } from '../../../../../ui/test/render.js'
import {
  ada,
  type BenchOptions,
  bench,
  connectionsOf,
  connectorSource,
  puppet,
  use,
} from '../../test/bench.js'
import {
  acceptTermsView,
  connectGateSlice,
  connectWalletsView,
  consentService,
} from '../connecting/connect-gate.js'
import { connectGate } from '../connecting/connect-gate-plugin.js'
import type { ConnectGateOptions } from '../options.js'
import { ConnectWalletsView } from './connect-gate-frame.js'
import ConnectView from './connect-view.js'
import ConnectingExternalView from './connecting-external-view.js'
import { AcceptTermsView } from './terms.js'

let place: HTMLElement
// biome-ignore lint/suspicious/noExplicitAny: each has params of its own
const components: Readonly<Record<string, (props: any) => unknown>> = {
  [connectView.id]: ConnectView,
  ConnectingExternal: ConnectingExternalView,
  [acceptTermsView.id]: AcceptTermsView,
  [connectWalletsView.id]: ConnectWalletsView,
}
function Outlet() {
  const shown = useViews().at(-1)
  const View = shown && (components[shown.id] as never)
  return View ? createElement(View, { params: shown?.params } as never) : <p>{shown?.id}</p>
}
/** Stands for the e-mail plugin: a separate form that reports when it was sent. */
const mailed: string[] = []
const mail = definePlugin({
  id: 'test/mail',
  setup: context =>
    void context.contribute(connectMethodsSlot, {
      id: 'email',
      rank: 'early',
      load: async () => ({
        default: () => (
          <form
            onSubmit={event => {
              event.preventDefault()
              mailed.push('sent')
            }}
          >
            <button type="submit">Mail me</button>
          </form>
        ),
      }),
    }),
})
const links = {
  termsConditionsUrl: 'https://app.example/terms',
  privacyPolicyUrl: 'https://app.example/privacy',
}

const wallet = () => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', policy: 'ask' })
const start = async (own: ConnectGateOptions, options: BenchOptions = {}, at?: ViewRef<void>) => {
  mailed.length = 0
  const it = await bench({
    afterConnect: 'account',
    ...options,
    plugins: [connectGate(own), ...(options.plugins ?? [])],
  })
  it.kernel.use(shellService).open(at && { view: at })
  await vi.dynamicImportSettled()
  place = await render(
    it.kernel,
    <StrictMode>
      <Outlet />
    </StrictMode>,
  )
  await eventually(() => !place.querySelector('.p-skeleton'))
  return it
}
const text = () => place.textContent ?? ''
const box = () => place.querySelector<HTMLInputElement>('input[type=checkbox]')
const button = (words: string) => {
  const found = [...place.querySelectorAll('button')].find(one => one.textContent?.includes(words))
  if (!found) throw new RangeError(`no button "${words}" in: ${text()}`)
  return found
}
const click = (words: string) => act(async () => button(words).click())
const tick = () => act(async () => box()?.click())

describe('The box of option legalCheckbox', () => {
  it('[S3.71] The consent box comes before every connect method, and no request is sent before it is ticked', async () => {
    const scripted = wallet()
    const it = await start(
      { legalCheckbox: true, ...links },
      { wallets: [scripted], plugins: [mail] },
    )
    await eventually(() => text().includes('Ada') && text().includes('Mail me'))
    expect(text()).toContain('I accept the terms of use and the privacy policy.')
    expect([...place.querySelectorAll('a')].map(link => link.href)).toEqual([
      links.termsConditionsUrl,
      links.privacyPolicyUrl,
    ])

    await click('Ada')
    await click('Mail me')
    await act(async () => place.querySelector('form')?.requestSubmit())
    expect({ mailed, requested: scripted.requests, connections: connectionsOf(it) }).toEqual({
      mailed: [],
      requested: [],
      connections: [],
    })
    expect(document.activeElement).toBe(box())
    expect(box()?.getAttribute('aria-invalid')).toBe('true')
    expect(place.querySelector('[role=alert]')?.textContent).toBe(
      'Tick this box before you connect.',
    )

    await tick()
    expect(place.querySelector('[role=alert]')?.textContent).toBe('')
    await click('Mail me')
    expect(mailed).toEqual(['sent'])
    await click('Ada')
    await eventually(() => scripted.requests.includes('connect'))
    scripted.approve()
    await eventually(() => text() === 'Account')
  })
  it('[S3.71] The connection service refuses until consent is given, and again when it is withdrawn', async () => {
    const scripted = tallyWallet({ name: 'Ada', rdns: 'org.tally.ada' })
    const it = await bench({ wallets: [scripted], plugins: [connectGate({ legalCheckbox: true })] })
    await expect(use(it).connect(ada)).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' })
    expect({
      requested: scripted.requests,
      connections: connectionsOf(it),
      shown: it.kernel.views.current,
    }).toEqual({
      requested: [],
      connections: [],
      shown: undefined,
    })
    it.kernel.use(consentService).accept(true)
    it.kernel.use(consentService).accept(false)
    await expect(use(it).connect(ada)).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' })
    it.kernel.use(consentService).accept(true)
    await expect(use(it).connect(ada)).resolves.toMatchObject({ namespace: 'tally' })
    // Nothing of it outlives the page: the specification's store has no place for it.
    const next = await bench({ plugins: [connectGate({ legalCheckbox: true })] })
    expect(next.kernel.state(connectGateSlice).isAccepted).toBe(false)
  })
  it('[S3.71] The consent box is shown before a wallet that was picked outside the Connect view, and the connect continues after it', async () => {
    const scripted = wallet()
    const list = definePlugin({
      id: 'test/list',
      views: [view(allWalletsView, async () => ({ default: () => null }))],
    })
    const it = await start(
      { legalCheckbox: true },
      { wallets: [scripted], plugins: [list] },
      allWalletsView,
    )
    await act(
      async () =>
        void use(it)
          .connect(ada)
          .catch(() => undefined),
    )
    await eventually(() => text().includes('I accept the terms of this app.'))
    await click('Continue')
    expect(scripted.requests).toEqual([])
    expect(document.activeElement).toBe(box())
    await tick()
    await click('Continue')
    await eventually(() => text().includes('Open Ada to approve'))
    expect(it.kernel.views.history.map(({ id }) => id)).toEqual([
      'AllWallets',
      'ConnectingExternal',
    ])
    expect(scripted.requests).toEqual(['connect'])
  })
  it('[S3.71] The consent box replaces a view that connects by itself, which is shown again after it', async () => {
    const pairing: ViewRef<{ readonly wallet: string }> = defineView('Pairing')
    const requested: string[] = []
    const source = connectorSource()
    const own = definePlugin({
      id: 'test/pairing',
      views: [view(pairing, async () => ({ default: () => null }))],
    })
    const it = await start({ legalCheckbox: true }, { plugins: [source.plugin, own] })
    const never = () => {
      requested.push('far')
      return new Promise<never>(() => undefined)
    }
    const far: Connector = puppet('far', { type: 'EXTERNAL', waitsIn: [pairing], connect: never })
    const leave = await act(async () => source.add(far))
    // As the views of WalletConnect do it.
    const Pairing = () => {
      const { connect } = useService(connectionService)
      useEffect(() => void connect('far').catch(() => undefined), [connect])
      return <p>pairing</p>
    }
    Object.assign(components, { [pairing.id]: Pairing })
    await act(async () => it.kernel.views.push(pairing, { wallet: 'Rainbow' }))
    await eventually(() => it.kernel.views.current?.id === acceptTermsView.id)
    expect(it.kernel.views.history.map(({ id }) => id)).toEqual(['Connect', 'AcceptTerms'])
    expect(requested).toEqual([])
    await tick()
    await click('Continue')
    await eventually(() => requested.length > 0)
    expect(it.kernel.views.current).toEqual({ id: pairing.id, params: { wallet: 'Rainbow' } })
    await act(async () => use(it).cancel('far'))
    await act(async () => leave())
  })
  it('The consent box is off by default, and the legal links are one line at the foot then', async () => {
    await start(links, { wallets: [wallet()], plugins: [mail] })
    await eventually(() => text().includes('By connecting you accept'))
    expect(box()).toBeNull()
    expect(text().indexOf('By connecting')).toBeGreaterThan(
      Math.max(text().indexOf('Ada'), text().indexOf('Mail me')),
    )
    // Not one more way in.
    expect(text().match(/or(?=[A-Z])/g)).toHaveLength(1)
    await click('Mail me')
    expect(mailed).toEqual(['sent'])
  })
  it('The legal links open only https addresses', async () => {
    const it = await start(
      { termsConditionsUrl: 'javascript:alert(1)', privacyPolicyUrl: links.privacyPolicyUrl },
      { wallets: [wallet()] },
    )
    await eventually(() => text().includes('By connecting you accept'))
    expect([...place.querySelectorAll('a')].map(link => link.href)).toEqual([
      links.privacyPolicyUrl,
    ])
    expect(it.reported).toContainEqual(expect.objectContaining({ code: 'LINK_REFUSED' }))
  })
})

describe('The wallets', () => {
  it('[S3.73] With collapseWallets the wallets are one row that opens all of them', async () => {
    const scripted = wallet()
    const it = await start(
      { collapseWallets: true },
      { wallets: [scripted, tallyWallet({ name: 'Bob' })] },
    )
    await eventually(() => text().includes('Continue with a wallet'))
    expect(place.querySelectorAll('li')).toHaveLength(1)
    expect(text()).not.toContain('Ada')
    await click('Continue with a wallet')
    await eventually(() => text().includes('Ada') && text().includes('Bob'))
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    expect(it.kernel.views.history.map(({ id }) => id)).toEqual([
      'Connect',
      'ConnectWallets',
      'ConnectingExternal',
    ])
    expect(scripted.requests).toEqual(['connect'])
  })
  it('[S3.66] The wallets are beside the e-mail login, or one tap behind it with emailShowWallets off', async () => {
    await start({ emailShowWallets: true }, { wallets: [wallet()], plugins: [mail] })
    await eventually(() => text().includes('Ada') && text().includes('Mail me'))
    await unmount()

    await start({ emailShowWallets: false }, { wallets: [wallet()], plugins: [mail] })
    await eventually(() => text().includes('Mail me') && text().includes('Continue with a wallet'))
    expect(text()).not.toContain('Ada')
    await click('Continue with a wallet')
    await eventually(() => text().includes('Ada'))
  })
  it('[S3.66] The wallets are shown when there is no e-mail login', async () => {
    await start({ emailShowWallets: false }, { wallets: [wallet()] })
    await eventually(() => text().includes('Ada'))
  })
  it('[S2.27] The wallets in one row keep the order of the host', async () => {
    await start(
      { collapseWallets: true },
      { wallets: [wallet()], plugins: [mail], order: { connectMethods: ['email', 'wallet'] } },
    )
    await eventually(() => text().includes('Continue with a wallet') && text().includes('Mail me'))
    expect(text().indexOf('Mail me')).toBeLessThan(text().indexOf('Continue with a wallet'))
  })
})
