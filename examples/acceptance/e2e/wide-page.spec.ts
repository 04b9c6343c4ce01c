/** The modal on a phone, in a page that overflows sideways. */
import { connect, connectButton, dialog, expect, fox, inModal, test } from './visit.js'

const phone = { width: 390, height: 844 }
test.use({ viewport: phone, isMobile: true, hasTouch: true })

test('on a phone whose page overflows sideways, the sheet is as wide as the screen, with its close button', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox()] })
  await page.evaluate(() => {
    const wide = document.createElement('p')
    wide.style.width = '414px'
    wide.textContent = 'Wider than the screen'
    document.body.append(wide)
  })
  await connect(page)
  const sheet = await dialog(page).boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: phone.width })
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(phone.height)
  const close = await inModal(page, 'Close').boundingBox()
  expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(phone.width)
})

test('a column that stretches its parts leaves the button as wide as its label', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox()] })
  const width = await connectButton(page).evaluate(button => {
    const column = document.createElement('div')
    column.style.cssText = 'display:flex;flex-direction:column;width:380px'
    button.after(column)
    column.append(button)
    return button.getBoundingClientRect().width
  })
  expect(width).toBeLessThan(200)
})
