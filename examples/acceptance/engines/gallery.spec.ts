/** Every state of every view, drawn by each engine on a desktop and on a phone. */
import { axeOptions, axeSource } from '../e2e/axe.js'
import { type Gallery, type GalleryState, openGallery, type Size } from './gallery.js'
import { expect, test } from './visit.js'

// Without motion, so that a state is over when it is reached.
test.use({ preferences: { reducesMotion: true } })
test.describe.configure({ mode: 'parallel' })

/**
 * What is wrong with what is shown: parts that stick out or overlap, messages in the console, and
 * with `asksAxe` what axe finds.
 */
async function faultsIn(gallery: Gallery, asksAxe: boolean): Promise<readonly string[]> {
  const look = () =>
    gallery.run(() => [...window.galleryState.widthFaults(), ...window.galleryState.overlaps()])
  let found = await look()
  // What follows a new size comes with the next frames.
  for (let again = 0; found.length && again < 30; again++) {
    await new Promise(resolve => setTimeout(resolve, 100))
    found = await look()
  }
  const said = await gallery.run(() =>
    (window as unknown as { said: string[] }).said
      .splice(0)
      .map(words => `the console says ${words}`),
  )
  if (!asksAxe) return [...found, ...said]
  const violations = await gallery.run(
    async (source, options) => {
      // biome-ignore lint/security/noGlobalEval: the source is axe-core's file.
      if (!('axe' in window)) globalThis.eval(source)
      const { violations } = await window.axe.run(
        { include: ['portico-root', '.portico-button'] },
        options,
      )
      return violations.map(
        ({ id, nodes }) =>
          `axe ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
      )
    },
    axeSource,
    axeOptions(),
  )
  return [...found, ...said, ...violations]
}

const parts = 6
for (let part = 0; part < parts; part++)
  test(`every state of the gallery is drawn on a desktop and on a phone, and axe finds nothing in Firefox: part ${part + 1}`, async ({
    engine,
    engineName,
  }) => {
    test.setTimeout(600_000)
    const gallery = await openGallery(engine)
    const states = (await gallery.states()).filter((_, at) => at % parts === part)
    expect(states.length).toBeGreaterThan(20)
    const found: string[] = []
    const check = async ({ id }: GalleryState, size: Size, draw: () => Promise<void>) => {
      // A state that cannot be reached is one fault among others.
      const faults = await draw().then(
        () => faultsIn(gallery, engineName === 'Firefox'),
        error => [String(error)],
      )
      found.push(...faults.map(fault => `${id}, ${size}: ${fault}`))
    }
    for (const state of states) {
      await check(state, '1280x800', () => gallery.show(state.id, '1280x800'))
      await check(state, '390x844', () =>
        state.isOtherOnPhone ? gallery.show(state.id, '390x844') : gallery.resize('390x844'),
      )
    }
    const logged = [...gallery.tab.logged]
    await gallery.close()
    expect(found).toEqual([])
    expect(logged).toEqual([])
  })

test('a scrollbar that takes room is thin, moves nothing, and leaves the end of the rows free', async ({
  engine,
}) => {
  const gallery = await openGallery(engine)
  const look = async (state: string) => {
    await gallery.show(state, '1280x800')
    return gallery.run(() => {
      const outlet = document
        .querySelector('portico-root')
        ?.shadowRoot?.querySelector('.p-outlet') as HTMLElement
      const row = outlet.querySelector('.p-row') as Element
      const view = outlet.querySelector('.p-view') as Element
      return {
        bar: outlet.offsetWidth - outlet.clientWidth,
        scrolls: outlet.scrollHeight > outlet.clientHeight,
        gap:
          (outlet.closest('.p-panel') as Element).getBoundingClientRect().right -
          row.getBoundingClientRect().right,
        left: row.getBoundingClientRect().left,
        padding: getComputedStyle(view).paddingInlineEnd,
      }
    })
  }
  const [long, short] = [await look('wallets/fifty'), await look('wallets/full')]
  await gallery.close()
  expect([long.scrolls, short.scrolls]).toEqual([true, false])
  expect(long.bar).toBeGreaterThan(0)
  expect(long.bar).toBeLessThanOrEqual(12)
  expect([long.gap, long.left]).toEqual([short.gap, short.left])
})

test('the field of an amount is as wide as its amount, so that both are centred', async ({
  engine,
}) => {
  const gallery = await openGallery(engine)
  await gallery.show('send/short', '1280x800')
  const { field, text } = await gallery.run(() => {
    const input = document
      .querySelector('portico-root')
      ?.shadowRoot?.querySelector('.send-line > input') as HTMLInputElement
    const words = document.createElement('span')
    words.textContent = input.value
    words.style.cssText = 'position: absolute; min-width: 0'
    input.after(words)
    const widths = {
      field: input.getBoundingClientRect().width,
      text: words.getBoundingClientRect().width,
    }
    words.remove()
    return widths
  })
  await gallery.close()
  expect(field).toBeGreaterThan(text - 1)
  // The point is narrower than a digit, of which there are two.
  expect(field).toBeLessThan(text * 1.35)
})
