import { countOfContent, type SamplingRequest } from './samplingRequest';
import { requestHoldsSecret } from './secretsIn';

/** What is done with a request otherwise than the server may expect; sentences for the user who is asked about it. */
export function samplingNotes(request: SamplingRequest): readonly string[] {
  const { includeContext, systemPrompt, metadata } = request;
  return [
    ...(requestHoldsSecret(request)
      ? ['It holds what looks like a secret: you are asked about it, however much this server is allowed.']
      : []),
    ...(includeContext === 'none'
      ? []
      : [`No context of servers is added: includeContext “${includeContext}” is treated as “none”.`]),
    ...(systemPrompt === undefined
      ? []
      : ['The system prompt goes as the first message: models of the editor take none.']),
    ...(metadata === undefined ? [] : ['The metadata is not passed on to the model.']),
    ...(countOfContent(request, 'image') === 0
      ? []
      : ['It has images, which not every model takes. You can take them out here.']),
    ...(countOfContent(request, 'audio') === 0
      ? []
      : ['It has audio, which no model of the editor takes. Take it out here, or the server is told so.']),
  ];
}
