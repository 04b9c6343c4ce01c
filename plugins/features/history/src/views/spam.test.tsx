// @vitest-environment happy-dom
import { override } from '@portico/kernel'
import { historyPageEndpoint } from '@portico/kernel/backend'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { KernelProvider } from '@portico/ui'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { history } from '../index.js'
import ActivityTab from './activity-tab.js'

const ends: (() => unknown)[] = []
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(348)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const entry = (id: string, name: string, is_spam: boolean): ActivityEntry => ({
  id,
  metadata: {
    minedAt: '2026-11-15T10:00:00Z',
    chain: 'tally:main',
    operationType: 'receive',
    status: 'confirmed',
    sentFrom: 't_bob',
    sentTo: 't_ada',
  },
  transfers: [
    { direction: 'in', nft_info: { name, flags: { is_spam } }, quantity: { numeric: '1' } },
  ],
})
async function show(entries: readonly ActivityEntry[]) {
  const place = document.body.appendChild(document.createElement('main'))
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), history()],
    endpoints: [override(historyPageEndpoint, async () => ({ entries }))],
    connected: 'tally:main',
  })
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <KernelProvider kernel={kernel}>
        <ActivityTab />
      </KernelProvider>,
    ),
  )
  ends.push(
    () => place.remove(),
    () => kernel.dispose(),
    () => act(async () => root.unmount()),
  )
  const button = (name: RegExp) =>
    [...place.querySelectorAll('button')].find(one => name.test(one.textContent ?? ''))
  for (let turns = 0; turns < 200 && !button(/Show spam|Export/); turns++)
    await act(() => new Promise<void>(done => void setTimeout(done, 10)))
  const press = (name: RegExp) => act(async () => button(name)?.click())
  return { kernel, place, button, press }
}

describe('spam and export in the activity', () => {
  it('the activity hides spam until the person presses Show spam, then marks it as spam', async () => {
    const { place, press, button } = await show([
      entry('1', 'Harbor', false),
      entry('2', 'Free prize', true),
    ])
    expect(place.textContent).toContain('Harbor')
    expect(place.textContent).not.toContain('Free prize')
    expect(button(/Show spam/)?.textContent).toBe('Show spam (1)')
    await press(/Show spam/)
    const row = [...place.querySelectorAll('li')].find(one => one.textContent?.includes('prize'))
    expect(row?.textContent).toMatch(/^Received .*Spam · /)
    await press(/Hide spam/)
    expect(place.textContent).not.toContain('Free prize')
  })
  it('an activity of nothing but spam offers to show it', async () => {
    const { place, press } = await show([entry('2', 'Free prize', true)])
    expect(place.textContent).toContain('No activity on')
    await press(/Show spam/)
    expect(place.textContent).toContain('Free prize')
    expect(place.textContent).not.toContain('No activity on')
  })
  it('the activity without spam has no button for it', async () => {
    const { button } = await show([entry('1', 'Harbor', false)])
    expect(button(/spam/i)).toBeUndefined()
  })
  it('the export downloads the entries that are shown, without hidden spam', async () => {
    const { press, kernel } = await show([
      entry('1', 'Harbor', false),
      entry('2', 'Free prize', true),
    ])
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await press(/Export as CSV/)
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce())
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('activity.csv')
    const text = await files[0]?.text()
    expect(text).toContain('Harbor')
    expect(text).not.toContain('Free prize')
    expect(kernel.reported).toEqual([])
  })
})
