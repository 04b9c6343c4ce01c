// Boots a kernel once in a new process and prints how long that took, in ms: the first boot,
// as a page has it.
import {
  createKernel,
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
  defineSlot,
} from '@portico/kernel'

const count = Number(process.argv[2])
const called = defineEvent('bench/called')
const actions = defineSlot('bench/actions')

const plugins = Array.from({ length: count }, (_, index) => {
  const slice = defineSlice({ id: `bench/${index}`, initial: () => ({ value: 0 }) })
  const service = defineService(`bench/${index}`)
  return definePlugin({
    id: `feature/bench-${index}`,
    owns: [slice],
    provides: [service],
    setup(context) {
      context.provide(service, {})
      context.contribute(actions, { id: `bench/${index}` })
      context.on(called, () => context.update(slice, state => void state.value++))
    },
  })
})

const from = performance.now()
const kernel = createKernel({ plugins })
await kernel.start()
process.stdout.write(String(performance.now() - from))
kernel.dispose()
