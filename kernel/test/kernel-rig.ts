/** Shared by the tests of kernel. */
import { definePlugin, defineService, type Plugin, type PluginContext } from '../src/index.js'

export const toasts = defineService<{ show(text: string): void }>('toasts', '@portico/plugin-shell')
export const log = defineService<{ lines: readonly string[] }>('log')
export const boom = (text: string) => () => {
  throw new RangeError(text)
}
/** A plugin that needs and provides services by name, and says what happens to it. */
export const node = (
  id: string,
  needs: readonly string[] = [],
  said: string[] = [],
  setup?: (context: PluginContext) => void,
): Plugin =>
  definePlugin({
    id,
    needs: needs.map(name => defineService(name)),
    provides: [defineService(id)],
    setup(context) {
      said.push(`setup ${id}`)
      context.provide(defineService(id), {})
      context.onStart(() => void said.push(`start ${id}`))
      context.onDispose(() => void said.push(`dispose ${id}`))
      setup?.(context as unknown as PluginContext)
    },
  })
