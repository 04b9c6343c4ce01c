/** Pairing with a wallet on another device, by the picture on the screen. */
import type { Pocket } from '@portico/pocket'
import jsQr from 'jsqr'
import type { Page } from './page.js'
import { expect, fact, inModal, openConnect } from './visit.js'

/** What a camera reads of the code on the screen. */
async function scanned(page: Page): Promise<string | undefined> {
  const { left, top, width, height } = await page.still({
    role: 'image',
    name: 'QR code with the link for your wallet',
  })
  const png = (await page.tab.screenshot()).toString('base64')
  const pixels = await page.tab.run(
    async (png, left, top, side) => {
      const picture = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${png}`)).blob(),
      )
      const scale = picture.width / innerWidth
      const pixels = Math.round(side * scale)
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = pixels
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D
      pen.drawImage(picture, left * scale, top * scale, pixels, pixels, 0, 0, pixels, pixels)
      const { data } = pen.getImageData(0, 0, pixels, pixels)
      return Array.from({ length: pixels * pixels }, (_, at) =>
        (data[at * 4] ?? 0) < 128 ? '1' : '0',
      ).join('')
    },
    png,
    left,
    top,
    Math.min(width, height),
  )
  const side = Math.sqrt(pixels.length)
  const grey = Uint8ClampedArray.from(
    [...pixels].flatMap(pixel => (pixel === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255])),
  )
  return jsQr.default(grey, side, side, { inversionAttempts: 'dontInvert' })?.data
}

/** From the button in the page to a wallet that has scanned the code and approved. */
export async function pairByCode(page: Page, pocket: Pocket): Promise<void> {
  await openConnect(page)
  await page.click(inModal('WalletConnect'))
  let uri: string | undefined
  await expect
    .poll(async () => {
      uri = await scanned(page)
      return uri
    })
    .toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await pocket.pair(uri ?? '')
  await page.see(inModal('Copy address'))
  await page.see(fact('status connected'))
}
