/** States as data: the setting, and the steps that lead to the state. */
import type { Entry, Kind } from './entry.js'
import type { Setting, Stage } from './stage.js'

export type Step = (stage: Stage) => unknown

/** States of the plugin of this name; the name is the prefix of their ids. */
export const scenesOf =
  (plugin: string) =>
  (
    view: { readonly id: string },
    id: string,
    kind: Kind,
    title: string,
    setting: Setting,
    ...steps: readonly Step[]
  ): Entry => ({
    id: `${plugin}/${id}`,
    view: view.id,
    kind,
    title,
    setting,
    async prepare(stage) {
      for (const step of steps) await step(stage)
    },
  })

export const connects: Step = stage => stage.connect()
export const opens =
  (view: { readonly id: string }, params?: unknown): Step =>
  stage =>
    stage.open({ view, params } as Parameters<Stage['open']>[0])
export const sees =
  (words: string): Step =>
  stage =>
    stage.see(words)
/** And nothing may move any more. */
export const says =
  (words: string): Step =>
  async stage => {
    await stage.see(words)
    stage.answered()
  }
export const types =
  (text: string): Step =>
  stage =>
    stage.type(text)
/** From here on, nothing may move. */
export const settles: Step = stage => stage.answered()
