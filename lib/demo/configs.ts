// What some applications of the demo are told: a default and a fact of a region by the platform, and limits by a team.
import { document } from './document.ts'

export const demoConfigs = [
  document(
    'Config',
    { name: 'logging' },
    {
      description: 'What everything starts with',
      app_selector: '*',
      cluster_selector: '*',
      priority: 100,
      values: { log: { level: 'info', format: 'json' } },
    },
  ),
  document(
    'Config',
    { name: 'east-acquirer' },
    {
      description: 'The acquirer of the east has a data centre of its own',
      app_selector: { namespace: 'payments' },
      cluster_selector: { region: 'east' },
      priority: 300,
      values: { acquirer: { endpoint: 'https://east.acquirer.example.com', timeout_s: 2 } },
    },
  ),
  document(
    'Config',
    { name: 'terminal-limits', namespace: 'payments' },
    {
      description: 'What may be paid without a PIN, where customers pay',
      app_selector: { name: 'terminal' },
      cluster_selector: { environment: 'prod' },
      priority: 200,
      values: { limits: { contactless: 200, offline: 50 }, log: { level: 'warn' } },
    },
  ),
]

export const demoConfigSchemas = [
  document(
    'ConfigSchema',
    { name: 'logging' },
    {
      description: 'How an application logs',
      app_selector: 'name in (model-cache,terminal)',
      cluster_selector: '*',
      schema: {
        type: 'object',
        properties: {
          log: {
            type: 'object',
            required: ['level'],
            properties: {
              level: { type: 'string', enum: ['debug', 'info', 'warn', 'error'] },
              format: { type: 'string', enum: ['json', 'text'], default: 'text' },
            },
          },
        },
      },
    },
  ),
  document(
    'ConfigSchema',
    { name: 'card-terminal', namespace: 'payments' },
    {
      description: 'What a terminal has to know',
      app_selector: { name: 'terminal' },
      cluster_selector: '*',
      schema: {
        type: 'object',
        required: ['acquirer'],
        properties: {
          acquirer: {
            type: 'object',
            required: ['endpoint'],
            properties: {
              endpoint: {
                type: 'string',
                format: 'uri',
                default: 'https://acquirer.example.com',
              },
              timeout_s: { type: 'integer', minimum: 1, default: 5 },
            },
          },
          limits: {
            type: 'object',
            properties: {
              contactless: { type: 'integer', minimum: 0, default: 100 },
              offline: { type: 'integer', minimum: 0, default: 0 },
            },
          },
        },
      },
    },
  ),
]
