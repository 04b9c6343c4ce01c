import { preferencesService } from '@portico/kernel/shell'
import { definePlugin, type Plugin } from '@portico/sdk'

/** Somebody who hides what they have. */
export const hiding = (): Plugin =>
  definePlugin({
    id: 'gallery/hiding',
    needs: [preferencesService],
    setup: context => context.onStart(() => context.use(preferencesService).choose({ hidesAmounts: true })),
  })
