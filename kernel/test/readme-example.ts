import {
  createKernel,
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
} from '@portico/kernel'

const notesSlice = /* @__PURE__ */ defineSlice<{ lines: string[] }>({
  id: 'notes',
  initial: () => ({ lines: [] }),
})
const notedEvent = /* @__PURE__ */ defineEvent<{ line: string }>('noted')
const notebookService = /* @__PURE__ */ defineService<{ note(line: string): void }>('notebook')

const plugin = definePlugin({
  id: 'base/notebook',
  owns: [notesSlice],
  provides: [notebookService],
  setup(context) {
    context.on(notedEvent, ({ line }) =>
      context.update(notesSlice, state => void state.lines.push(line)),
    )
    context.provide(notebookService, { note: line => context.emit(notedEvent, { line }) })
  },
})

export const kernel = createKernel({ plugins: [plugin] })
await kernel.start() // in a browser: reads storage, then starts the plugins
kernel.use(notebookService).note('Hello')
export const { lines } = kernel.state(notesSlice) // ['Hello']
