// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/run_arguments.h"
#include "engine/base/result.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <stop_token>

namespace nestloom::python {

namespace py = pybind11;

using Accelerator = cli::InputFile<hardware::Accelerator>;
using Network = cli::InputFile<workload::Network>;
using Words = std::vector<std::string>; // options as the command line has them: "--seed=3"

/// nestloom.Error.
struct Failure : std::runtime_error {
    explicit Failure(const Error& error) : std::runtime_error(error.text()) {}
};

/// What was complained about since the last call, as warnings.
void warn();

/// The value; throws its error as nestloom.Error.
template <typename T>
T take(Result<T> result)
{
    warn();
    if (!result)
        throw Failure(result.error());
    return *std::move(result);
}

/// Does the work, which returns a Result, on another thread, without the lock of the interpreter. Ctrl-C (any signal
/// whose handler raises) asks it to stop, waits for it, and throws what the handler raised.
template <typename Work>
auto stoppable(const Work& work)
{
    std::stop_source stop;
    auto answer = std::async(std::launch::async,
                             [&work, token = stop.get_token()] { return caught([&] { return work(token); }); });
    const auto isReady = [&answer] {
        const py::gil_scoped_release unlocked;
        return answer.wait_for(std::chrono::milliseconds(20)) == std::future_status::ready;
    };
    while (!isReady())
        if (PyErr_CheckSignals() != 0) {
            const py::error_already_set raised;
            stop.request_stop();
            while (!isReady()) {
            }
            throw raised;
        }
    return take(answer.get());
}

// Each adds its part to the module.
void addInputs(py::module_& module);
void addAnswers(py::module_& module);
void addEvaluator(py::module_& module);

} // namespace nestloom::python
