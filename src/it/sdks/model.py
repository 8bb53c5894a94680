"""
A model server on loopback that answers by a script, for agent SDKs whose telemetry is tested.

It has two APIs of OpenAI: /v1/chat/completions, with and without a stream, and /v1/responses.
The answer depends on the number of tool results in the request: read_file five times with
the same argument, then run_tests, then a text. Each call has a unique id.

It prints its URL in the first line and ends when its standard input is closed.
"""
import itertools
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

READS = 5
READ = ('read_file', {'path': 'src/auth.test.ts'})
FAILING = ('run_tests', {'suite': 'auth'})
FINAL = 'The tests still fail. I need help.'
USAGE = (120, 30)

numbers = itertools.count(1)


def next_step(results):
    """The call to make, as (name, arguments), or the final text."""
    if results < READS:
        return READ
    if results == READS:
        return FAILING
    return FINAL


def chat_results(messages):
    """How many tool results the messages contain."""
    return sum(message['role'] == 'tool' for message in messages)


def chat_message(request):
    step = next_step(chat_results(request['messages']))
    if isinstance(step, str):
        return {'role': 'assistant', 'content': step}, 'stop'
    name, arguments = step
    function = {'name': name, 'arguments': json.dumps(arguments)}
    call = {'id': f'call_{next(numbers):04}', 'type': 'function', 'function': function}
    return {'role': 'assistant', 'content': None, 'tool_calls': [call]}, 'tool_calls'


def chat(request):
    message, reason = chat_message(request)
    prompt, completion = USAGE
    return {
        'id': f'chatcmpl-{next(numbers):04}',
        'object': 'chat.completion',
        'created': int(time.time()),
        'model': request['model'],
        'choices': [{'index': 0, 'message': message, 'finish_reason': reason}],
        'usage': {
            'prompt_tokens': prompt,
            'completion_tokens': completion,
            'total_tokens': prompt + completion,
        },
    }


def chat_chunks(request):
    whole = chat(request)
    usage, choice = whole.pop('usage'), whole['choices'][0]
    delta = choice['message']
    for index, call in enumerate(delta.get('tool_calls', [])):
        call['index'] = index
    chunk = whole | {'object': 'chat.completion.chunk'}
    yield chunk | {'choices': [{'index': 0, 'delta': delta, 'finish_reason': None}]}
    yield chunk | {'choices': [{'index': 0, 'delta': {}, 'finish_reason': choice['finish_reason']}]}
    yield chunk | {'choices': [], 'usage': usage}


def responses(request):
    items = request['input'] if isinstance(request['input'], list) else []
    results = sum(item.get('type') == 'function_call_output' for item in items)
    step = next_step(results)
    number = next(numbers)
    if isinstance(step, str):
        text = {'type': 'output_text', 'text': step, 'annotations': []}
        output = {'id': f'msg_{number:04}', 'type': 'message', 'role': 'assistant'}
        output['content'] = [text]
    else:
        name, arguments = step
        output = {
            'id': f'fc_{number:04}',
            'type': 'function_call',
            'call_id': f'call_{number:04}',
            'name': name,
            'arguments': json.dumps(arguments),
        }
    input_tokens, output_tokens = USAGE
    return {
        'id': f'resp_{next(numbers):04}',
        'object': 'response',
        'created_at': int(time.time()),
        'status': 'completed',
        'model': request['model'],
        'output': [output | {'status': 'completed'}],
        'parallel_tool_calls': True,
        'tool_choice': 'auto',
        'tools': request.get('tools') or [],
        'usage': {
            'input_tokens': input_tokens,
            'input_tokens_details': {'cached_tokens': 0},
            'output_tokens': output_tokens,
            'output_tokens_details': {'reasoning_tokens': 0},
            'total_tokens': input_tokens + output_tokens,
        },
    }


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        if self.path == '/v1/responses':
            self.answer(json.dumps(responses(request)), 'application/json')
        elif self.path != '/v1/chat/completions':
            self.send_error(404)
        elif request.get('stream'):
            events = [json.dumps(chunk) for chunk in chat_chunks(request)] + ['[DONE]']
            self.answer(''.join(f'data: {event}\n\n' for event in events), 'text/event-stream')
        else:
            self.answer(json.dumps(chat(request)), 'application/json')

    def answer(self, text, content_type):
        body = text.encode()
        self.send_response(200)
        self.send_header('Content-Type', content_type)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main():
    server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f'http://127.0.0.1:{server.server_port}/v1', flush=True)
    sys.stdin.read()


if __name__ == '__main__':
    main()
