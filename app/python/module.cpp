// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/bindings.h"

#include "app/cli/commands.h"

#include <mutex>

namespace nestloom::python {

namespace {

std::mutex complaintsMutex;
std::vector<std::string> complaints; // guarded by complaintsMutex

} // namespace

void warn()
{
    std::vector<std::string> told;
    {
        const std::lock_guard lock(complaintsMutex);
        told.swap(complaints);
    }
    for (const std::string& complaint : told)
        if (PyErr_WarnEx(PyExc_UserWarning, complaint.c_str(), 2) != 0)
            throw py::error_already_set(); // the user wants errors of them
}

PYBIND11_MODULE(_core, module)
{
    cli::hearComplaints([](const std::string& complaint) {
        const std::lock_guard lock(complaintsMutex);
        complaints.push_back(complaint);
    });
    py::register_exception<Failure>(module, "Error", PyExc_ValueError);
    module.attr("__version__") = NESTLOOM_VERSION;
    addInputs(module);
    addAnswers(module);
    addEvaluator(module);
}

} // namespace nestloom::python
