import { defineView, view } from '@portico/kernel'
import { configurationRefusedEvent, modalOpenedEvent } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { definePlugin, toastsService } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import type { Stage } from '../stage.js'

const lateView = /* @__PURE__ */ defineView('GalleryLate')
const missingView = /* @__PURE__ */ defineView('GalleryMissing')
const brokenView = /* @__PURE__ */ defineView('GalleryBroken')
const title = { id: 'gallery.view', en: 'A view of a plugin' }
/** Views that give the frame something to bear. */
const trouble = () =>
  definePlugin({
    id: 'gallery/trouble',
    views: [
      view(lateView, () => new Promise<never>(() => undefined), { title }),
      view(
        missingView,
        () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
        { title },
      ),
      view(
        brokenView,
        async () => ({
          default: () => {
            throw new RangeError('This view throws while it renders.')
          },
        }),
        { title },
      ),
    ],
  })
const framed = (
  id: string,
  text: string,
  kind: Entry['kind'],
  prepare: Entry['prepare'],
): Entry => ({
  id: `frame/${id}`,
  view: 'frame',
  kind,
  title: text,
  setting: { plugins: chain => [chain, trouble()] },
  prepare,
})
const openConnect = async ({ open, see }: Stage) => {
  open()
  await see('Specter')
}
const service = 'api.service.example'
/** A plugin whose service does not accept requests from this page. */
const refused = () =>
  definePlugin({
    id: 'gallery/refused',
    setup: context =>
      void context.on(modalOpenedEvent, () => context.emit(configurationRefusedEvent, { service })),
  })
const sentTo = (name: string | undefined) =>
  message('gallery.sent', 'You sent {amount} to {name}', { amount: '1.5 ETH', name: name ?? '' })

const chapter: Chapter = {
  cannot: { frame: { empty: 'an open modal has a view' } },
  entries: [
    framed('pending', 'The code of a view is on its way', 'loading', async stage => {
      await openConnect(stage)
      stage.portico.kernel.views.push(lateView)
      await stage.see('Loading')
    }),
    framed('unloaded', 'The code of a view did not arrive', 'error', async stage => {
      await openConnect(stage)
      stage.portico.kernel.views.push(missingView)
      await stage.see('could not be loaded')
    }),
    framed('broken', 'A view throws', 'error', async stage => {
      await openConnect(stage)
      stage.portico.kernel.views.push(brokenView)
      await stage.see('does not work')
    }),
    framed('toast-success', 'A toast: something was done', 'full', async stage => {
      await stage.connect()
      stage.portico.kernel.use(toastsService).success(sentTo('grace.eth'))
      await stage.see('You sent 1.5 ETH')
    }),
    framed('toast-failure', 'A toast: something failed', 'step', async stage => {
      await stage.connect()
      stage.portico.kernel.use(toastsService).fail(new Error('secret details of a stack'))
      await stage.see('Something went wrong')
    }),
    framed('toast-progress', 'A toast: something goes on', 'step', async stage => {
      await stage.connect()
      stage.portico.kernel
        .use(toastsService)
        .progress(message('gallery.sending', 'Sending {amount}', { amount: '1.5 ETH' }))
      await stage.see('Sending 1.5 ETH')
    }),
    framed('toast-long', 'A toast with much to say', 'long', async stage => {
      await stage.connect()
      stage.portico.kernel.use(toastsService).success(sentTo(longNames[1]))
      await stage.see('You sent 1.5 ETH')
    }),
    {
      ...framed('alert-failure', 'An alert: the page is not allowed', 'error', async stage => {
        await openConnect(stage)
        await stage.see(service)
      }),
      setting: { plugins: chain => [chain, refused()] },
    },
    framed('alert-warning', 'An alert: a warning', 'step', async stage => {
      await openConnect(stage)
      stage.portico.kernel.use(toastsService).alert({
        kind: 'warning',
        title: message(
          'gallery.slow',
          'The network is slow today. What you send may take longer than usual.',
        ),
      })
      await stage.see('slow today')
    }),
  ],
}
export default chapter
