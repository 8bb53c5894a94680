"""Google ADK with its own spans and log records. Its model runs in this process."""
import asyncio
from itertools import count

from agent import CONVERSATION, INSTRUCTIONS, MODEL, NAME, PROMPT
from agent import read_file, run_tests, start_telemetry
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types
from model import USAGE, next_step

numbers = count(1)


class ScriptedLlm(BaseLlm):
    """Answers by the script of the model server."""

    async def generate_content_async(self, llm_request, stream=False):
        parts = [part for content in llm_request.contents for part in content.parts]
        step = next_step(sum(part.function_response is not None for part in parts))
        if isinstance(step, str):
            part = types.Part(text=step)
        else:
            name, arguments = step
            call = types.FunctionCall(id=f'call_{next(numbers):04}', name=name, args=arguments)
            part = types.Part(function_call=call)
        prompt, candidates = USAGE
        usage = types.GenerateContentResponseUsageMetadata(
            prompt_token_count=prompt,
            candidates_token_count=candidates,
            total_token_count=prompt + candidates,
        )
        content = types.Content(role='model', parts=[part])
        stop = types.FinishReason.STOP
        yield LlmResponse(content=content, usage_metadata=usage, finish_reason=stop)


async def main():
    agent = LlmAgent(
        name=NAME,
        instruction=INSTRUCTIONS,
        model=ScriptedLlm(model=MODEL),
        tools=[read_file, run_tests],
    )
    runner = InMemoryRunner(agent, app_name='repair')
    await runner.session_service.create_session(
        app_name='repair', user_id='user', session_id=CONVERSATION
    )
    question = types.Content(role='user', parts=[types.Part(text=PROMPT)])
    events = runner.run_async(user_id='user', session_id=CONVERSATION, new_message=question)
    async for event in events:
        if event.is_final_response():
            print(event.error_message or event.content.parts[0].text)


start_telemetry()
try:
    asyncio.run(main())
except RuntimeError as failure:
    # an exception of a tool ends the run
    print(failure)
