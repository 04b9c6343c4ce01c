import * as v from 'valibot'
import { Refusal } from '../../server/refusal.js'
import { number, object, type Route, text, yesNo } from '../../server/route.js'
import { type AnalyticsSink, analyticsBody, sinkLimits } from './analytics-sink.js'

const event = object({
  eventId: text,
  url: text,
  domain: text,
  timestamp: number,
  props: object({ type: text, event: text, address: text, properties: { type: 'object' } }, [
    'type',
    'address',
    'properties',
  ]),
})

/** Where the analytics plugin sends to. */
export function sinkRoutes(sink: AnalyticsSink, isStoring: boolean): readonly Route[] {
  const receive = (path: string, body: NonNullable<Route['body']>, summary: string): Route => ({
    method: 'post',
    path,
    summary,
    body,
    answer: object({ received: number }),
    ...sinkLimits,
    async handle(request) {
      const { success, output } = v.safeParse(analyticsBody, await request.body())
      if (!success) throw new Refusal(422, 'events', 'These are no events.')
      await sink.keep(output, request.project)
      return { received: [output].flat().length }
    },
  })
  return [
    receive('/e', event, 'Takes one event'),
    receive('/batch', { type: 'array', items: event }, 'Takes up to twenty events'),
    {
      method: 'get',
      path: '/getAnalyticsConfig',
      summary: 'Whether events are kept',
      answer: object({ isAnalyticsEnabled: yesNo }),
      handle: () => ({ isAnalyticsEnabled: isStoring }),
    },
  ]
}
