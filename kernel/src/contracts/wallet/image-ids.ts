/** Images that networks and connectors name by an id instead of a URL. */
import { defineService, type ServiceRef } from '../../refs.js'

/**
 * Resolves `imageId`. Provided by a plugin that knows a server with such images; without it, or
 * where it knows none, the initial of the name is shown.
 */
export const imageIdsService: ServiceRef<{
  /**
   * The URL of an image, or a promise where it has to be loaded. Its host must be in the app's
   * `imageHosts`, like that of every other image.
   */
  urlOf(imageId: string): string | undefined | Promise<string | undefined>
}> = /* @__PURE__ */ defineService('imageIds')
