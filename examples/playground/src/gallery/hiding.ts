import { preferencesService } from '@portico/kernel/shell'
import { definePlugin, type Plugin } from '@portico/sdk'

/** A person who hides amounts. */
export const hiding = (): Plugin =>
  definePlugin({
    id: 'gallery/hiding',
    needs: [preferencesService],
    setup: context =>
      context.onStart(() => context.use(preferencesService).choose({ hidesAmounts: true })),
  })
