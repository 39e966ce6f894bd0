// What is sent of an event: to webhooks as CloudEvents, to Teams as a card, to Slack as blocks. What tenants wrote is never
// read as formatting there: links, mentions and channels in it stay text.

/** An event as it is sent; `id` is the same at each attempt. */
export type SentEvent = {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
  /** The address of the installation that says it. */
  readonly source: string
  readonly tenant: string
}

export type Message = { readonly contentType: string; readonly body: string }

const FACTS_MAX = 10
const FACT_CHARACTERS_MAX = 300

/**
 * CloudEvents 1.0 in structured mode.
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 */
export function cloudEvent({ id, type, subject, data, at, source, tenant }: SentEvent): Message {
  const event = {
    specversion: '1.0',
    id,
    source: `${source}/#${encodeURIComponent(tenant)}`,
    type: `dev.berth.${type}`,
    subject,
    time: at.toISOString(),
    datacontenttype: 'application/json',
    data,
  }
  return { contentType: 'application/cloudevents+json; charset=utf-8', body: JSON.stringify(event) }
}

/**
 * A card for the workflow “Post to a channel when a webhook request is received”. Text blocks read Markdown, so all texts are
 * in rich text blocks, whose runs are shown as they are.
 * https://adaptivecards.io/explorer/TextRun.html
 */
export function teamsCard(event: SentEvent): Message {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      run(event.subject, { weight: 'Bolder', size: 'Medium' }),
      ...factsOf(event).map((fact) => run(fact)),
      run(originOf(event), { isSubtle: true, size: 'Small' }),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open Berth', url: event.source }],
  }
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content,
  }
  return json({ type: 'message', attachments: [attachment] })
}

/**
 * Blocks of rich text, which Slack shows as they are. Only the text of the notification is read as markup, so its three
 * characters with a meaning are escaped.
 * https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
export function slackBlocks(event: SentEvent): Message {
  const elements = [
    section(event.subject, { style: { bold: true } }),
    ...factsOf(event).map((fact) => section(`\n${fact}`)),
    section(`\n${originOf(event)} · ${event.source}`, { style: { italic: true } }),
  ]
  return json({ text: slackText(event.subject), blocks: [{ type: 'rich_text', elements }] })
}

const run = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
})

const section = (text: string, style: object = {}) => ({
  type: 'rich_text_section',
  elements: [{ type: 'text', text, ...style }],
})

function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const originOf = ({ tenant, type, at }: SentEvent) => `${tenant} · ${type} · ${at.toISOString()}`

/** The plain values among the data, each as a line. */
function factsOf({ data }: SentEvent): string[] {
  return Object.entries(data)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, FACTS_MAX)
    .map(([name, value]) => `${name}: ${String(value).slice(0, FACT_CHARACTERS_MAX)}`)
}

const json = (value: object): Message => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
