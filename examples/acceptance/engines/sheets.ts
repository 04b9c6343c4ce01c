/** Contact sheets to look at: the states of a view, drawn by each engine, on desktop and phone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { browser, browserArgs } from '../scripts/browser.mjs'
import { root } from '../scripts/workspaces.mjs'
import { openGallery, type Size, sizes } from './gallery.js'
import { test } from './visit.js'

test.use({ preferences: { reducesMotion: true } })
test.describe.configure({ mode: 'parallel' })

/** So much of a desktop is shown around the panel. */
const shownWidth = 760
const scale = 0.6

/** One picture, cut to what is around the panel, and made small. */
const cell = (
  picture: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  panelCenter: number,
) => {
  const shown = Math.min(width, shownWidth)
  const left = Math.max(0, Math.min(width - shown, panelCenter - shown / 2))
  const image = `<img src="data:image/png;base64,${picture.toString('base64')}" style="zoom:${scale};margin-left:${-left}px">`
  return `<div style="width:${shown * scale}px;height:${height * scale}px">${image}</div>`
}
const style =
  'body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif}figure{margin:0;display:grid;grid:auto/repeat(4,auto);gap:2px}figcaption{grid-column:1/-1}div{overflow:hidden}img{display:block}'
const modes = ['dark', 'light'] as const

/**
 * Runs in the page: shows it in a mode. Answers where the middle of the panel is, once that is
 * painted.
 */
async function dress(mode: (typeof modes)[number]): Promise<number> {
  await window.galleryState.dress({ mode, language: 'en', accent: '' })
  await window.galleryState.settle()
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const panel = document.querySelector('portico-root')?.shadowRoot?.querySelector('.p-panel')
  const { left, width } = (panel ?? document.body).getBoundingClientRect()
  return left + width / 2
}

const views = [
  'connect',
  'account',
  'tokens',
  'token',
  'send',
  'swap',
  'activity',
  'pending',
  'receive',
  'settings',
  'unsupported-chain',
]

for (const view of views)
  test(`a contact sheet of ${view}`, async ({ engine, engineName }) => {
    const folder = join(root, 'shots', 'engines')
    mkdirSync(folder, { recursive: true })
    const gallery = await openGallery(engine)
    const states = (await gallery.states()).filter(({ id }) => id.startsWith(`${view}/`))
    expect(states, `states of ${view}`).not.toHaveLength(0)
    const figures: string[] = []
    for (const { id, isOtherOnPhone } of states) {
      const cells: string[] = []
      for (const size of Object.keys(sizes) as Size[]) {
        if (size === '1280x800' || isOtherOnPhone) await gallery.show(id, size)
        else await gallery.resize(size)
        for (const mode of modes) {
          const center = await gallery.run(dress, mode)
          cells.push(cell(await gallery.tab.screenshot(), sizes[size], center))
        }
      }
      figures.push(`<figure><figcaption>${engineName} ${id}</figcaption>${cells.join('')}</figure>`)
    }
    await gallery.close()
    const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
    const page = await chrome.newPage({ viewport: { width: 2250, height: 800 } })
    await page.setContent(`<style>${style}</style>${figures.join('')}`)
    writeFileSync(
      join(folder, `${engineName}-${view}.png`),
      await page.screenshot({ fullPage: true }),
    )
    await chrome.close()
  })
