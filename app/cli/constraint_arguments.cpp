// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/constraint_arguments.h"

#include "engine/io/constraint_lines.h"
#include "engine/mapping/constraints.h"

namespace nestloom::cli {

void addConstraintOptions(const Options& command, ConstraintArguments& arguments)
{
    const char* group = "Constraints on mappings";
    command
        .add("--constraint", arguments.lines,
             "One constraint, any number of times: \"GlobalBuffer: K = 4\", \"GlobalBuffer: spatial only C K\", "
             "\"PE: no P\", "
             "\"PE: tile R = all\", \"DRAM: order K ... P\", \"DRAM: stationary weights\", \"GlobalBuffer: "
             "bypass inputs\", "
             "\"dataflow: weight stationary\"")
        .type("TEXT")
        .oneValueEach()
        .group(group);
    command.add("--constraints", arguments.file, "File with one constraint a line").type("FILE").group(group);
}

Result<std::vector<std::string>> readConstraints(const ConstraintArguments& arguments,
                                                 const hardware::Accelerator& accelerator)
{
    std::vector<std::string> lines;
    if (!arguments.file.empty()) {
        auto read = io::readConstraintFile(arguments.file, accelerator);
        if (!read)
            return read;
        lines = *std::move(read);
    }
    for (const std::string& line : arguments.lines) {
        const auto constraint = mapping::parseConstraints(accelerator, {line});
        if (!constraint)
            return Error{ErrorCode::InvalidInput, constraint.error().message, "--constraint"};
        if (!constraint->empty())
            lines.push_back(mapping::print(constraint->front()));
    }
    return lines;
}

std::string printConstraints(const hardware::Accelerator& accelerator, const std::vector<std::string>& lines)
{
    const hardware::Accelerator constrained = mapping::withConstraints(accelerator, lines);
    const auto constraints = mapping::parseConstraints(constrained, constrained.constraints);
    std::string text;
    for (const mapping::Constraint& constraint : constraints ? *constraints : std::vector<mapping::Constraint>()) {
        text += "constraint " + mapping::print(constraint) + "\n";
        for (const mapping::Constraint& meant : mapping::meaningOf(constrained, constraint))
            if (meant != constraint)
                text += "  means " + mapping::print(meant) + "\n";
    }
    return text.empty() ? text : text + "\n";
}

} // namespace nestloom::cli
