import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { browserLink } from './wallet-browsers.js'

describe("the link to a wallet's own browser", () => {
  it("The link to a wallet's own browser may want the address without its scheme", () => {
    expect(browserLink('https://link.metamask.io/dapp/{page}', 'https://app.example/a?b=c')).toBe(
      'https://link.metamask.io/dapp/app.example/a?b=c',
    )
  })

  it("The link to a wallet's own browser is https, and keeps placeholders that it does not know", () => {
    expect(browserLink('javascript:{url}', 'https://app.example')).toBeUndefined()
    expect(browserLink(undefined, 'https://app.example')).toBeUndefined()
    expect(browserLink('https://x.example/{constructor}', 'https://app.example')).toBe(
      'https://x.example/{constructor}',
    )
  })

  it("The link to a wallet's own browser carries any address whole", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), page => {
        const link = browserLink('https://x.example/?u={url}&o={origin}', page) ?? ''
        expect(new URL(link).searchParams.get('u')).toBe(page)
        expect(new URL(link).searchParams.get('o')).toBe(new URL(page).origin)
      }),
      { numRuns: 50 },
    )
  })
})
