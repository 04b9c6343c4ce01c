/**
 * The whole way of a person with a phone: the code stands on one screen, and the camera of the
 * wallet sees it.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserArgs, findBrowser } from '../scripts/browser.mjs'
import { runFolder } from '../scripts/run-folder.mjs'
import { settled } from './animations.js'
import { code, host, openCode, test } from './remote-wallet.js'
import { expect, fact } from './visit.js'

/** What the camera of the browser sees: pictures, one after the other (Motion JPEG). */
const film = join(runFolder(), 'camera.mjpeg')
const executablePath = findBrowser()
const camera = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
]
test.use({
  launchOptions: { args: [...browserArgs, ...camera], ...(executablePath && { executablePath }) },
})

test('a phone that scans the code with its camera connects to the page', async ({
  page,
  browser,
  baseURL,
  visit,
}) => {
  await visit(host())
  await openCode(page)
  // A code that still moves is cut off by the picture.
  await settled(page)
  const { x, y, width } = (await code(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  const side = Math.ceil(width / 2) * 2 + 32
  const picture = await page.screenshot({
    type: 'jpeg',
    quality: 95,
    clip: { x: Math.floor(x) - 16, y: Math.floor(y) - 16, width: side, height: side },
  })
  writeFileSync(film, Buffer.concat([picture, picture]))

  const phone = await browser.newPage({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
  })
  await phone.goto('/pocket.html')
  await phone.getByLabel('When an app asks').selectOption({ label: 'Approve everything' })
  await phone.getByRole('button', { name: 'Scan a code' }).click()
  await expect(fact(page, 'status connected')).toBeVisible({ timeout: 20_000 })
  await expect(phone.getByLabel('What the camera sees'), 'the camera is stopped').toHaveCount(0)
  await phone.close()
})
