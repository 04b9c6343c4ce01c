// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { type Http, httpService } from '@portico/kernel/backend'
import { imageIdsService } from '@portico/kernel/wallet'
import { act, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import { Avatar, Icon, NetworkIcon, WalletIcon } from '../index.js'
import { loadImage } from './image-gate.js'
import { loadPicture } from './picture.js'

const { kernel, reports } = kernelWith()

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

  it('An image that is complete when it is rendered is shown without waiting for its load event', async () => {
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
      <WalletIcon name="Fox" src="https://untrusted.example/a.png" />,
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

  it('[S3.24] [S3.25] An icon with an imageId is fetched from the address that its server gives, or stays an initial', async () => {
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

  it('An image whose address is refused or fails is replaced by the image of its id', async () => {
    const images = definePlugin({
      id: 'test/shipped-images',
      provides: [imageIdsService],
      setup: context =>
        context.provide(imageIdsService, {
          urlOf: id => icon(id === 'broken' ? 'broken too' : 'shipped'),
        }),
    })
    const requested: string[] = []
    const loading = vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (
      this: HTMLImageElement,
      url: string,
    ) {
      requested.push(url)
      // React's own `img` has no such handlers.
      queueMicrotask(() =>
        url === icon('shipped')
          ? this.onload?.(new Event('load'))
          : this.onerror?.(new Event('error')),
      )
    })
    const { kernel } = kernelWith(images)
    const show = (imageUrl: string, imageId: string) =>
      render(kernel, <WalletIcon name="Fox" image={{ imageUrl, imageId }} />)
    for (const address of ['http://example.org/refused.png', icon('fails')]) {
      const page = await show(address, 'fox')
      await expect.poll(() => page.querySelector('img')).not.toBeNull()
    }
    requested.length = 0
    const page = await show(icon('fails'), 'broken')
    await expect.poll(() => requested).toEqual([icon('fails'), icon('broken too')])
    await act(async () => new Promise(resolve => setTimeout(resolve, 20)))
    expect(requested).toHaveLength(2)
    expect(page.querySelector('img')).toBeNull()
    loading.mockRestore()
  })

  it('An image of an id that fails to load is reported, and the initial stays', async () => {
    const images = definePlugin({
      id: 'test/failing-images',
      provides: [imageIdsService],
      setup: context =>
        context.provide(imageIdsService, {
          urlOf: () => Promise.reject(new TypeError('Failed to fetch the icons')),
        }),
    })
    const { kernel, reports } = kernelWith(images)
    const page = await render(kernel, <NetworkIcon name="Ether" image={{ imageId: 'ether' }} />)
    await expect
      .poll(() => reports.map(({ error }) => String(error)))
      .toEqual(['TypeError: Failed to fetch the icons'])
    expect(page.querySelector('img')).toBeNull()
    expect(page.querySelector('[data-initial]')?.getAttribute('data-initial')).toBe('E')
  })

  it('The newest 200 loaded images are kept and shown again without a request', async () => {
    const page = document.implementation.createHTMLDocument()
    const requested = vi
      .spyOn(HTMLImageElement.prototype, 'src', 'set')
      .mockImplementation(function (this: HTMLImageElement) {
        queueMicrotask(() => this.onload?.(new Event('load')))
      })
    for (let at = 0; at <= 200; at++) await loadPicture(page, icon(`${at}`))
    expect(requested).toHaveBeenCalledTimes(201)
    await loadPicture(page, icon('1'))
    expect(requested).toHaveBeenCalledTimes(201)
    await loadPicture(page, icon('0'))
    expect(requested).toHaveBeenCalledTimes(202)
    requested.mockRestore()
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
