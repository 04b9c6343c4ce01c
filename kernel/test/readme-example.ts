import { createKernel, defineEvent, definePlugin, defineService, defineSlice } from '@portico/kernel'

const notes = /* @__PURE__ */ defineSlice<{ lines: string[] }>({ id: 'notes', initial: () => ({ lines: [] }) })
const noted = /* @__PURE__ */ defineEvent<{ line: string }>('noted')
const notebook = /* @__PURE__ */ defineService<{ note(line: string): void }>('notebook')

const plugin = definePlugin({
  id: 'base/notebook',
  owns: [notes],
  provides: [notebook],
  setup(context) {
    context.on(noted, ({ line }) => context.update(notes, state => void state.lines.push(line)))
    context.provide(notebook, { note: line => context.emit(noted, { line }) })
  },
})

export const kernel = createKernel({ plugins: [plugin] })
await kernel.start() // in a browser: reads storage, then starts the plugins
kernel.use(notebook).note('Hello')
export const { lines } = kernel.state(notes) // ['Hello']
