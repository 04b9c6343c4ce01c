import { preferences } from '@portico/kernel/contracts'
import { definePlugin, type Plugin } from '@portico/sdk'

/** Somebody who hides what they have. */
export const hiding = (): Plugin =>
  definePlugin({
    id: 'gallery/hiding',
    needs: [preferences],
    setup: context => context.onStart(() => context.use(preferences).choose({ hidesAmounts: true })),
  })
